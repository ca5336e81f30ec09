"""Post-editing: propose edits to a proofreader, remember what was accepted, and apply it to later documents."""
