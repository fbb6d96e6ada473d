"""How models are spoken to. Each dialect has the same five functions: what was `asked` (names of tools, conversation),
whether it `streams`, the word for a side request (`aside`), a reply as `events` and as a `whole`."""
