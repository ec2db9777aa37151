package io.feedbackboard;

import java.util.List;
import java.util.Optional;

/** A status that is on the roadmap, with its first posts. */
public final class RoadmapColumn extends JsonObject {
    RoadmapColumn(Answers.Result result) {
        super(result);
    }

    public Status status() {
        return new Status(object("status"));
    }

    public List<Post> posts() {
        return list("posts", Post::new);
    }

    /** The cursor that continues the list of posts of this status, sorted by top. */
    public Optional<String> nextCursor() {
        return optionalText("next_cursor");
    }
}
