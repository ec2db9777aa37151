package io.feedbackboard;

/** The changelog of the project. */
public final class Changelog {
    private final Caller caller;

    Changelog(Caller caller) {
        this.caller = caller;
    }

    public Listing<ChangelogEntry> list() {
        return list(Query.NONE);
    }

    public Listing<ChangelogEntry> list(Query query) {
        return caller.list("GET /changelog", null, query, ChangelogEntry::new);
    }

    public ChangelogEntry get(String id) {
        return new ChangelogEntry(caller.withId("GET /changelog/{id}", id, null, CallOptions.NONE));
    }
}
