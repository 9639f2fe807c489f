"""The one way to say no: a refusal that names what is wrong and where, and records nothing."""


class Refused(Exception):
    """A command, file or text that can't be accepted.

    ``code`` is a short stable word for scripts (``not_found``, ``bad_dice`` ...), ``message`` one sentence that says what
    to do, ``where`` the field, argument or column that it is about (empty when it is about the whole).
    """

    def __init__(self, message: str, *, code: str = "refused", where: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where
