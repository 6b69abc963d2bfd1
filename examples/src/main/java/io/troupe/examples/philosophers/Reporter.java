// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.examples.philosophers.view.Display;
import io.troupe.examples.philosophers.view.Evening;
import io.troupe.examples.philosophers.view.Guest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks everybody how they are, again and again, and shows it; ends the evening and looks whether all could eat. */
public class Reporter extends Actor<Reporter> {
    private final Table table;
    private final List<Philosopher> guests;
    private final Display display;
    private final Times times;
    private final long started = System.nanoTime();
    private final CompletablePromise<Evening> over = new CompletablePromise<>();
    private boolean looking;
    private boolean ending;

    /** A reporter for one evening. */
    public Reporter(Table table, List<Philosopher> guests, Display display, Times times) {
        this.table = table;
        this.guests = guests;
        this.display = display;
        this.times = times;
    }

    /**
     * When to do what.
     *
     * @param interval between readings
     * @param evening until the end
     * @param patience at the end, for those who are hungry then
     */
    public record Times(Duration interval, Duration evening, Duration patience) {}

    @Override
    protected Promise<?> onStart() {
        context().every("look", times.interval(), this::look);
        context().after("end", times.evening(), () -> end().flatMap(this::sendHome)
                .onComplete(this::finish));
        return Promise.done();
    }

    /** The last reading, when the evening is over. */
    public Promise<Evening> evening() {
        return over;
    }

    /** Ends the evening now, as it is. */
    public void interrupt() {
        if (!ending) {
            end().onComplete(this::finish);
        }
    }

    private Promise<Evening> end() {
        ending = true;
        context().cancelTimer("look");
        context().cancelTimer("end");
        return readAndShow();
    }

    private void finish(@Nullable Evening evening, @Nullable Throwable failure) {
        if (failure == null) {
            over.complete(evening);
        } else {
            over.fail(failure);
        }
    }

    private void look() {
        if (!looking) { // else the terminal or the philosophers are slow: leave this reading out
            looking = true;
            readAndShow().onComplete((evening, failure) -> looking = false);
        }
    }

    /** One reading after the other; writing may block, so it is not done in a turn. */
    private Promise<Evening> readAndShow() {
        return context().serial("display", () -> read().flatMap(evening -> context()
                .blocking(() -> display.show(evening))
                .map(seen -> {
                    if (!seen) {
                        self().interrupt();
                    }
                    return evening;
                })));
    }

    private Promise<Evening> read() {
        List<Promise<Guest>> views = new ArrayList<>(guests.size());
        guests.forEach(guest -> views.add(guest.view()));
        return Promise.all(views).flatMap(all -> table.deadlocks()
                .recover(noTable -> 0)
                .map(deadlocks -> new Evening(System.nanoTime() - started, all, deadlocks, 0)));
    }

    /** Everybody who is hungry must get a last meal. */
    private Promise<Evening> sendHome(Evening last) {
        List<Promise<Guest>> leaving = new ArrayList<>(guests.size());
        guests.forEach(guest -> leaving.add(guest.leave()));
        Promise<List<Guest>> gone = Promise.all(leaving);
        return gone.timeout(times.patience())
                .recover(failure -> {
                    if (failure instanceof CallTimeoutException) {
                        return List.of(); // the next reading will show who is still here
                    }
                    throw new IllegalStateException("all philosophers must be able to leave", failure);
                })
                .flatMap(any -> read())
                .map(last::judged);
    }
}
