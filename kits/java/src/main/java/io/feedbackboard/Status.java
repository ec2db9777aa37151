package io.feedbackboard;

/** The state of a post, such as planned or done. */
public final class Status extends JsonObject {
    Status(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    public String name() {
        return text("name");
    }

    /** open, planned, in_progress, done or closed; the last two accept no votes. */
    public String category() {
        return text("category");
    }

    /** As in CSS: #rrggbb. */
    public String color() {
        return text("color");
    }

    /** Whether it is a column of the roadmap; only the list of statuses and the roadmap have this member. */
    public boolean onRoadmap() {
        return flag("on_roadmap");
    }
}
