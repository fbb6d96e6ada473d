//! What the person does: key presses and pastes told apart from mouse, focus, key releases and replies.
