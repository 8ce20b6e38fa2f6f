"""What is wrong with a command line, in one line."""

from __future__ import annotations

from cyclopts import CycloptsError, MissingArgumentError, UnusedCliTokensError


def in_words(error: CycloptsError) -> str:
    """Return one or two sentences: what is wrong, and where to look."""
    verb = " ".join(error.command_chain or ())
    advice = f"See: heft {verb} --help" if verb else "See: heft --help"
    match error:
        case UnusedCliTokensError(unused_tokens=[*tokens]) if tokens:
            return f"There is an unexpected argument '{tokens[0]}'. {advice}."
        case MissingArgumentError(argument=argument) if argument is not None:
            return f"{_missing(error, argument.name)} {advice}."
    return _with_place(error)


def _with_place(error: CycloptsError) -> str:
    """Return the parser's message, with the option and the file if it does not name them."""
    text, argument = str(error), error.argument
    if argument is None or argument.name.lstrip("-") in text:
        return text
    sources = {token.source for token in argument.tokens} - {"cli", ""}
    return f"{argument.name}{f' from {min(sources)}' if sources else ''}: {text}"


def _missing(error: MissingArgumentError, name: str) -> str:
    count = error.argument.token_count()[0] if error.argument is not None else 1
    option = error.keyword or name
    if error.keyword is None and not error.tokens_so_far:
        return f"{option} is missing." if option.startswith("-") else f"The argument {option} is missing."
    return f"{option} needs {'a value' if count == 1 else f'{count} values'}."
