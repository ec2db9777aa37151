package io.feedbackboard;

import java.util.Optional;

/** The project. */
public final class Project extends JsonObject {
    Project(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    public String name() {
        return text("name");
    }

    /** Whether every read needs a session. */
    public boolean isPrivate() {
        return flag("is_private");
    }

    /** The address of the board. */
    public String boardOrigin() {
        return text("board_origin");
    }

    /** The address of its logo. */
    public Optional<String> logoUrl() {
        return optionalText("logo_url");
    }

    /** The colour of the board, as #rrggbb. */
    public String accentColor() {
        return text("accent_color");
    }
}
