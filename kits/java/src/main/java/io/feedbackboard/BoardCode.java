package io.feedbackboard;

/** A one-time address of the board, on which the user is signed in. It works for a minute. */
public final class BoardCode extends JsonObject {
    BoardCode(Answers.Result result) {
        super(result);
    }

    public String code() {
        return text("code");
    }

    /** Open it in the browser at once. */
    public String url() {
        return text("url");
    }

    public String expiresAt() {
        return text("expires_at");
    }
}
