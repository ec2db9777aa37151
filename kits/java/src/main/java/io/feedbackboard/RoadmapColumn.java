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

    /** For the list of posts by top of this status: where it goes on. */
    public Optional<String> nextCursor() {
        return optionalText("next_cursor");
    }
}
