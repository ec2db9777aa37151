package io.feedbackboard;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A client of one project's feedback board. It sends nothing until it is used. Calls block, so make them where that is allowed; an
 * interrupt ends a call at once. One client serves all threads of an app.
 */
public final class FeedbackClient {
    private final Connection connection;
    private final Caller caller;
    private final Posts posts;
    private final Comments comments;
    private final Changelog changelog;
    private final Account account;

    private FeedbackClient(Options options) {
        connection = new Connection(options);
        caller = new Caller(connection);
        posts = new Posts(caller);
        comments = new Comments(caller);
        changelog = new Changelog(caller);
        account = new Account(caller);
    }

    /**
     * @param apiOrigin the API's address without /v1, such as https://api.example.com
     * @param projectKey the project's publishable key, svc_pk_…; it may be public
     */
    public static Builder builder(String apiOrigin, String projectKey) {
        return new Builder(apiOrigin, projectKey);
    }

    /** Signs in now instead of at the first call that needs it. Returns the user. */
    public Me signIn() {
        return connection.sessions.signIn();
    }

    /** Ends the session and forgets it. Calls of the user that are still running are not sent again. */
    public void signOut() {
        connection.sessions.signOut();
    }

    public Project project() {
        return new Project(caller.plain("GET /project", Query.NONE));
    }

    public Posts posts() {
        return posts;
    }

    public Comments comments() {
        return comments;
    }

    public Changelog changelog() {
        return changelog;
    }

    /** The signed-in user's own data. */
    public Account me() {
        return account;
    }

    public Listing<Status> statuses() {
        return statuses(Query.NONE);
    }

    public Listing<Status> statuses(Query query) {
        return caller.list("GET /statuses", null, query, Status::new);
    }

    public Listing<Tag> tags() {
        return tags(Query.NONE);
    }

    public Listing<Tag> tags(Query query) {
        return caller.list("GET /tags", null, query, Tag::new);
    }

    /** Every column of the roadmap with its first posts. */
    public Page<RoadmapColumn> roadmap() {
        return roadmap(Query.NONE);
    }

    public Page<RoadmapColumn> roadmap(Query query) {
        return caller.list("GET /roadmap", null, query, RoadmapColumn::new).page();
    }

    /**
     * Reports a post or a comment to the team.
     *
     * @param members post_id or comment_id, and reason
     */
    public JsonObject report(Map<String, ?> members) {
        return new JsonObject(caller.withBody("POST /reports", members, CallOptions.NONE));
    }

    /** A one-time address of the board, on which the user is signed in. Open it in the browser at once. */
    public BoardCode createBoardCode() {
        return new BoardCode(caller.withBody("POST /board_codes", Collections.emptyMap(), CallOptions.NONE));
    }

    /** Any call, also those without a method here: request("GET /statuses/{id}", singletonMap("id", id), null). */
    public JsonObject request(String operation, Map<String, String> path, Object body) {
        return request(operation, path, Query.NONE, body);
    }

    /** Any call with a query, such as one page of a list: request("GET /me/votes", emptyMap(), Query.of("limit", 5), null). */
    public JsonObject request(String operation, Map<String, String> path, Query query, Object body) {
        return new JsonObject(connection.send(operation, path, query, body, CallOptions.NONE));
    }

    /** Options for a new client. */
    public static final class Builder {
        final String apiOrigin;
        final String projectKey;
        TokenSource tokenSource;
        Consumer<Optional<Me>> sessionListener = user -> {};
        Transport transport = new UrlConnectionTransport();
        Sleeper sleeper = Thread::sleep;
        int tries = 3;
        long longestWaitMs = 60_000;
        long tokenTimeoutMs = 15_000;
        int requestTimeoutMs = 30_000;

        private Builder(String apiOrigin, String projectKey) {
            this.apiOrigin = apiOrigin;
            this.projectKey = projectKey;
        }

        /** Without it the client only reads. It is called on a thread of the kit. */
        public Builder tokenSource(TokenSource tokenSource) {
            this.tokenSource = tokenSource;
            return this;
        }

        /** Called with the signed-in user whenever that changes, on a thread of the kit; empty after a sign-out. */
        public Builder onSessionChange(Consumer<Optional<Me>> listener) {
            this.sessionListener = listener;
            return this;
        }

        /** Instead of {@link java.net.HttpURLConnection}. */
        public Builder transport(Transport transport) {
            this.transport = transport;
            return this;
        }

        /** How often a call is sent at most if repeating can help; 3 by default. */
        public Builder tries(int tries) {
            this.tries = tries;
            return this;
        }

        /** The longest pause that a call waits if the service asks for one; 60,000 by default. */
        public Builder longestWaitMs(long milliseconds) {
            this.longestWaitMs = milliseconds;
            return this;
        }

        /** The time limit of the token source; 15,000 by default. */
        public Builder tokenTimeoutMs(long milliseconds) {
            this.tokenTimeoutMs = milliseconds;
            return this;
        }

        /** The time limit of one attempt; 30,000 by default. */
        public Builder requestTimeoutMs(int milliseconds) {
            this.requestTimeoutMs = milliseconds;
            return this;
        }

        /** How to wait between attempts; for tests. */
        public Builder sleeper(Sleeper sleeper) {
            this.sleeper = sleeper;
            return this;
        }

        /** @throws FeedbackException option_invalid, if an option is wrong */
        public FeedbackClient build() {
            return new FeedbackClient(new Options(this));
        }
    }
}
