package io.feedbackboard;

import java.util.List;
import java.util.Optional;

/** An entry of the changelog. */
public final class ChangelogEntry extends JsonObject {
    ChangelogEntry(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    public String title() {
        return text("title");
    }

    /** Markdown. */
    public String body() {
        return text("body");
    }

    /** Safe HTML made from the body. */
    public String bodyHtml() {
        return text("body_html");
    }

    public Optional<String> publishAt() {
        return optionalText("publish_at");
    }

    /** The posts it is about, in short: id, number, title, url, status and votes. */
    public List<Post> posts() {
        return list("posts", Post::new);
    }

    public String createdAt() {
        return text("created_at");
    }

    public String updatedAt() {
        return text("updated_at");
    }
}
