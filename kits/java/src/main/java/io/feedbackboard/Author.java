package io.feedbackboard;

import java.util.Optional;

/** The author, with the members that everybody may see. */
public final class Author extends JsonObject {
    Author(Answers.Result result) {
        super(result);
    }

    /** Empty for the project’s team. */
    public Optional<String> id() {
        return optionalText("id");
    }

    public String displayName() {
        return text("display_name");
    }

    public boolean isTeam() {
        return flag("is_team");
    }
}
