// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.reply;

import io.troupe.core.promise.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.Message;
import io.troupe.sp.pattern.route.Intake;
import io.troupe.sp.pattern.route.Lane;
import io.troupe.sp.stats.Counters;
import io.troupe.sp.stats.Drop;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands requests to a handler and sends its answers back, each its own way; so many at a time, more wait in the intake. Any
 * thread runs it, one at a time hands over: the others leave it a note ({@code work}). A request counts as open until its
 * answer is with the pipe.
 */
final class Serving {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    private final Intake intake;
    private final Counters counters;
    private final int most;
    private final Function<? super Message, ? extends Promise<Message>> handler;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger work = new AtomicInteger();

    Serving(Intake intake, Counters counters, int most, Function<? super Message, ? extends Promise<Message>> handler) {
        this.intake = intake;
        this.counters = counters;
        this.most = most;
        this.handler = handler;
    }

    /** A request has come, or one has been answered. */
    void run() {
        if (work.getAndIncrement() != 0) {
            return; // the one who is at it looks again
        }
        int seen;
        do {
            seen = work.get();
            while (open.get() < most) {
                Message request = intake.poll();
                if (request == null) {
                    break;
                }
                open.incrementAndGet();
                handle(request);
            }
        } while (work.addAndGet(-seen) != 0);
    }

    private void handle(Message request) {
        counters.received(request.size());
        Route route = new Route();
        route.takeFrom(request, intake);
        Answer answer = new Answer(route);
        Promise<Message> promise;
        try {
            promise = Objects.requireNonNull(handler.apply(request), "the handler's promise");
        } catch (Throwable e) { // whatever it throws, the others must be served
            answer.onFailure(e);
            return;
        }
        answer.observe(promise);
    }

    private void finished() {
        open.decrementAndGet();
        run();
    }

    private final class Answer extends Observer<Message> {
        private final Route route;

        Answer(Route route) {
            this.route = route;
        }

        @Override
        protected void onValue(@Nullable Message answer) {
            if (answer == null) {
                finished();
                return;
            }
            Lane lane = route.lane();
            if (lane == null) {
                answer.release();
                counters.dropped(Drop.PEER_GONE);
                finished();
                return;
            }
            route.putOn(answer);
            Promise<Void> sent = lane.outlet().sendLater(answer);
            if (sent.isSettled()) {
                finished();
            } else {
                new Handed().observe(sent);
            }
        }

        @Override
        protected void onFailure(Throwable cause) {
            LOG.warn("a request stays unanswered, its handler failed", cause);
            finished();
        }
    }

    private final class Handed extends Observer<Void> {
        @Override
        protected void onValue(@Nullable Void nothing) {
            finished();
        }

        @Override
        protected void onFailure(Throwable cause) {
            finished();
        }
    }
}
