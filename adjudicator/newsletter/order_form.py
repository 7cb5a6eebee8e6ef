"""An order form as a PDF with fields that can be filled in on screen, or by hand once it is printed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.model.order_form import OrderForm
from adjudicator.newsletter.fill import fill_template, template_file

_PAGE = "forms/form.html.jinja"
_STYLE = "forms/form.css"


def order_form_pdf(form: OrderForm, *, paper: str, language: str, templates: Path | None = None) -> bytes:
    """The form as a tagged PDF with a field for each question and each proof, named by its label.

    Raises `PdfUnavailable`, `TemplateFault`, `UnknownLanguageError`.
    """
    from adjudicator.newsletter.pdf import typeset

    names = ("style/type.css", _STYLE, f"style/paper-{paper.lower()}.css")
    styles = tuple(template_file(name, templates, language) for name in names)
    return typeset(fill_template(_PAGE, templates, language, form=form), styles, {}, forms=True)
