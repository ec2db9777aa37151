package io.feedbackboard;

import java.util.Optional;

/** A name that the user can choose. */
public final class NameChoice extends JsonObject {
    NameChoice(Answers.Result result) {
        super(result);
    }

    /** default, first_name or custom: the value of name_choice. */
    public String choice() {
        return text("choice");
    }

    /** How the user would appear; empty where they type the name. */
    public Optional<String> preview() {
        return optionalText("preview");
    }
}
