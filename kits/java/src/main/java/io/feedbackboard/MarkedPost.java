package io.feedbackboard;

/** A post that the user voted for or follows. */
public final class MarkedPost extends JsonObject {
    MarkedPost(Answers.Result result) {
        super(result);
    }

    public Post post() {
        return new Post(object("post"));
    }
}
