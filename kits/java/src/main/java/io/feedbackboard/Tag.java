package io.feedbackboard;

/** A label that groups posts. */
public final class Tag extends JsonObject {
    Tag(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    public String name() {
        return text("name");
    }

    /** As in CSS: #rrggbb. */
    public String color() {
        return text("color");
    }
}
