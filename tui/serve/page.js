// The terminal has the focus as soon as it is there, so that nobody has to click before typing.
new MutationObserver((_, observer) => {
  const terminal = document.querySelector(".xterm-helper-textarea");
  if (terminal) {
    observer.disconnect();
    terminal.focus();
  }
}).observe(document, { childList: true, subtree: true });
