package io.feedbackboard;

import java.util.Optional;

/** A comment. */
public final class Comment extends JsonObject {
    Comment(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    public String postId() {
        return text("post_id");
    }

    /** The comment that it replies to. */
    public Optional<String> parentId() {
        return optionalText("parent_id");
    }

    /** Markdown. */
    public String body() {
        return text("body");
    }

    /** Safe HTML made from the body. */
    public String bodyHtml() {
        return text("body_html");
    }

    public Author author() {
        return new Author(object("author"));
    }

    /** Whether the project's team wrote it. */
    public boolean isOfficial() {
        return flag("is_official");
    }

    /** Whether it was removed and only its place is left, without text and author. */
    public boolean isDeleted() {
        return flag("is_deleted");
    }

    /** approved, pending or rejected. */
    public String moderationState() {
        return text("moderation_state");
    }

    public String createdAt() {
        return text("created_at");
    }

    public Optional<String> editedAt() {
        return optionalText("edited_at");
    }
}
