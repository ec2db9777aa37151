package io.feedbackboard;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting that an interrupt ends at once, whatever is waited for. */
final class Waiting {
    private Waiting() {}

    /** Threads that do what somebody waits for. They end by themselves when nothing is left to do, and hold no process up. */
    static ExecutorService workers() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "feedback-board");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** As the work ends, unless this thread is interrupted; the work itself goes on for whoever shares it. */
    static <T> T until(Future<T> work) {
        try {
            return work.get();
        } catch (InterruptedException interrupted) {
            throw aborted(interrupted);
        } catch (ExecutionException failed) {
            throw asFeedback(failed);
        }
    }

    /** As the work ends, or its own failure as the cause of an ExecutionException, within the time limit. */
    static <T> T within(long milliseconds, Future<T> work) throws ExecutionException, TimeoutException {
        try {
            return work.get(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw aborted(interrupted);
        }
    }

    static FeedbackException aborted(InterruptedException interrupted) {
        Thread.currentThread().interrupt(); // whoever called the kit wants to see it too
        return FeedbackException.of("aborted", "The thread was interrupted.").cause(interrupted).exception();
    }

    private static RuntimeException asFeedback(ExecutionException failed) {
        if (failed.getCause() instanceof RuntimeException) return (RuntimeException) failed.getCause();
        return new IllegalStateException(failed.getCause());
    }
}
