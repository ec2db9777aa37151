package io.feedbackboard;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits so that an interrupt ends the wait at once. */
final class Waiting {
    private Waiting() {}

    /** Threads for work that a caller waits for. They end by themselves when nothing is left to do, and keep no process alive. */
    static ExecutorService workers() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "feedback-board");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The result of the work, unless this thread is interrupted; the work itself continues for other threads that wait for it. */
    static <T> T until(Future<T> work) {
        try {
            return work.get();
        } catch (InterruptedException interrupted) {
            throw aborted(interrupted);
        } catch (ExecutionException failed) {
            throw asFeedback(failed);
        }
    }

    /** The result of the work within the time limit; its own failure is the cause of an ExecutionException. */
    static <T> T within(long milliseconds, Future<T> work) throws ExecutionException, TimeoutException {
        try {
            return work.get(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw aborted(interrupted);
        }
    }

    static FeedbackException aborted(InterruptedException interrupted) {
        Thread.currentThread().interrupt(); // the caller of the kit must see it too
        return FeedbackException.of("aborted", "The thread was interrupted.")
                .detail("The request may have been carried out. Call again if it is still wanted.")
                .cause(interrupted)
                .exception();
    }

    private static RuntimeException asFeedback(ExecutionException failed) {
        if (failed.getCause() instanceof RuntimeException) return (RuntimeException) failed.getCause();
        return new IllegalStateException(failed.getCause());
    }
}
