package io.feedbackboard;

/** A part of the board. */
public final class Category extends JsonObject {
    Category(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    public String name() {
        return text("name");
    }

    /** Its name in addresses. */
    public String slug() {
        return text("slug");
    }
}
