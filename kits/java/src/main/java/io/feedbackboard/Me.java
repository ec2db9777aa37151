package io.feedbackboard;

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

    /** Whether the name can no longer be changed, because something by the user is public. */
    public boolean nameLocked() {
        return flag("name_locked");
    }

    public String createdAt() {
        return text("created_at");
    }
}
