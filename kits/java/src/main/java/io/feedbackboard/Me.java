package io.feedbackboard;

import java.util.List;

/** The signed-in user, as they see themselves. */
public final class Me extends JsonObject {
    Me(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    /** How the user appears on the board. */
    public String displayName() {
        return text("display_name");
    }

    /** default, first_name or custom. */
    public String nameChoice() {
        return text("name_choice");
    }

    /** The names that the user can choose, with {@code me().update(Map.of("name_choice", …))}. */
    public List<NameChoice> nameChoices() {
        return list("name_choices", NameChoice::new);
    }

    /** Whether the name can no longer be changed, because something by the user is public. */
    public boolean nameLocked() {
        return flag("name_locked");
    }

    public String createdAt() {
        return text("created_at");
    }
}
