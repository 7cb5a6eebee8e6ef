"""An order form as a PDF with fields that can be filled in on screen, or by hand once it is printed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.model.order_form import CODE, OrderForm
from adjudicator.newsletter.render import Renderer

_PAGE = "forms/form.html.jinja"
_STYLE = "forms/form.css"


def order_form_pdf(form: OrderForm, *, paper: str, language: str, templates: Path | None = None) -> bytes:
    """The form as a tagged PDF with a field for each question and each proof, named by its label.

    Raises `PdfUnavailable`, `TemplateFault`, `UnknownLanguageError`.
    """
    from adjudicator.newsletter.pdf import typeset

    renderer = Renderer(templates, language)
    styles = tuple(renderer.file(name) for name in ("style/type.css", _STYLE, f"style/paper-{paper.lower()}.css"))
    return typeset(renderer.fill(_PAGE, form=form, code_label=CODE), styles, {}, forms=True)
