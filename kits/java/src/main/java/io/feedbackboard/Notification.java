package io.feedbackboard;

import java.util.Optional;

/** A notification of the user. */
public final class Notification extends JsonObject {
    Notification(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    /** Such as status_changed, answered, commented or replied. There may be others. */
    public String type() {
        return text("type");
    }

    /** The post it is about, in short: id, number, title, status, url, and whether the user follows it. */
    public Post post() {
        return new Post(object("post"));
    }

    /** The beginning of the comment it is about, Markdown; empty if it is about none. */
    public Optional<String> commentExcerpt() {
        return new JsonObject(object("comment")).optionalText("excerpt");
    }

    /** The title of the changelog entry it is about; empty if it is about none. */
    public Optional<String> changelogEntryTitle() {
        return new JsonObject(object("changelog_entry")).optionalText("title");
    }

    /** Who did it. */
    public Author actor() {
        return new Author(object("actor"));
    }

    public String createdAt() {
        return text("created_at");
    }

    /** Empty while it is unread. */
    public Optional<String> readAt() {
        return optionalText("read_at");
    }
}
