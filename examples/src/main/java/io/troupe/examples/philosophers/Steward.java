// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.examples.philosophers.Table.News;
import io.troupe.examples.philosophers.Table.View;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says once per second how it is going at a table whose guests come from elsewhere, and who comes and goes. */
public class Steward extends Actor<Steward> {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final double NANOS = 1e9;

    private final Table table;
    private final PrintWriter out;
    private final boolean quiet;
    private final long started = System.nanoTime();
    private final CompletablePromise<Service> over = new CompletablePromise<>();
    private long mealsBefore;
    private long lookedAt = started;
    private int most;

    /** Writes to this writer, unless it is to be quiet. */
    public Steward(Table table, PrintWriter out, boolean quiet) {
        this.table = table;
        this.out = out;
        this.quiet = quiet;
    }

    /**
     * The whole service.
     *
     * @param seconds it took
     * @param meals eaten
     * @param mostGuests at the same time
     * @param taken forks that were not back at the end
     */
    public record Service(double seconds, long meals, int mostGuests, int taken) {}

    @Override
    protected Promise<?> onStart() {
        table.news(Callback.of(this::told));
        context().every("look", INTERVAL, this::look);
        return Promise.done();
    }

    private void told(@Nullable News news) {
        if (news != null) {
            print(String.format(
                    Locale.ROOT, "%7.1f s  %s (%,d guests) %s", seconds(), news.party(), news.guests(), news.text()));
        }
    }

    private void look() {
        table.view().then(this::show);
    }

    private void show(View view) {
        most = Math.max(most, view.guests());
        long now = System.nanoTime();
        double rate = (view.meals() - mealsBefore) * NANOS / (now - lookedAt);
        mealsBefore = view.meals();
        lookedAt = now;
        print(String.format(
                Locale.ROOT,
                "%7.1f s  parties %d  guests %,d  forks %,d taken %,d  waiting %,d  meals %,d  %,.0f per second",
                seconds(),
                view.parties(),
                view.guests(),
                view.forks(),
                view.taken(),
                view.waiting(),
                view.meals(),
                rate));
    }

    private double seconds() {
        return (System.nanoTime() - started) / NANOS;
    }

    /** Writing may block, so it is not done in a turn. */
    private void print(String line) {
        if (quiet) {
            return;
        }
        context()
                .serial("out", () -> context().blocking(() -> {
                    out.println(line);
                    return !out.checkError();
                }))
                .then(seen -> {
                    if (!seen) {
                        self().end();
                    }
                });
    }

    /** Fulfilled by {@link #end}. */
    public Promise<Service> service() {
        return over;
    }

    /** Ends the service. */
    public void end() {
        context().cancelTimer("look");
        table.view()
                .then(view -> over.complete(new Service(
                        Math.round(seconds() * 1000) / 1000.0,
                        view.meals(),
                        Math.max(most, view.guests()),
                        view.taken())))
                .onError(over::fail);
    }
}
