package io.feedbackboard;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A post. */
public final class Post extends JsonObject {
    Post(Answers.Result result) {
        super(result);
    }

    public String id() {
        return text("id");
    }

    /** Counts from 1 in each project. */
    public long number() {
        return number("number");
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

    public Author author() {
        return new Author(object("author"));
    }

    public Status status() {
        return new Status(object("status"));
    }

    /** The part of the board that it is in. */
    public Category category() {
        return new Category(object("category"));
    }

    public List<Tag> tags() {
        return list("tags", Tag::new);
    }

    /** Values of the board's own fields, by their keys: texts, numbers, flags, and lists of texts. */
    public Map<String, Object> fields() {
        return map("fields");
    }

    public long voteCount() {
        return number("vote_count");
    }

    /** Votes that were counted in another tool, whose voters are not known. */
    public long importedVoteCount() {
        return number("imported_vote_count");
    }

    public long commentCount() {
        return number("comment_count");
    }

    /** Empty without a session. */
    public Optional<Boolean> hasVoted() {
        return optionalFlag("has_voted");
    }

    /** Empty without a session. */
    public Optional<Boolean> isFollowing() {
        return optionalFlag("is_following");
    }

    public boolean isPinned() {
        return flag("is_pinned");
    }

    public boolean commentsLocked() {
        return flag("comments_locked");
    }

    /** approved, pending or rejected; only its author sees a post that is not approved. */
    public String moderationState() {
        return text("moderation_state");
    }

    /** The post that this one was merged into. */
    public Optional<String> mergedIntoId() {
        return optionalText("merged_into_id");
    }

    /** Its page on the board. */
    public String url() {
        return text("url");
    }

    public String createdAt() {
        return text("created_at");
    }

    /** The last edit, comment or change of status; votes do not count. */
    public String updatedAt() {
        return text("updated_at");
    }

    public Optional<String> editedAt() {
        return optionalText("edited_at");
    }
}
