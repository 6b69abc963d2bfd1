// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cluster.Database;
import io.troupe.examples.members.Course;
import io.troupe.examples.members.Crew;
import io.troupe.examples.members.MemberProcess;
import io.troupe.examples.philosophers.feast.Seat.Span;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Dinner in several processes: starts them, lets philosophers come, kills processes meanwhile, lets philosophers go, and
 * counts. Between coming and going nobody drives them. One thread.
 */
final class Feast implements Crew.Listener {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_EVERY_MILLIS = 200;

    private final String command;
    private final Database database;
    private final int members;
    private final int count;
    private final Span think;
    private final Span eat;
    private final Course course;

    /** Never used before: seats of earlier dinners stay in the database. */
    private final String run = Long.toHexString(new Random().nextLong() | Long.MIN_VALUE);

    /** What a member has said last; empty: nothing since the last order. */
    private String said = "";

    /**
     * Nothing is started yet.
     *
     * @param command that members run
     * @param database with seats and forks
     * @param members number of processes, 2 or more
     * @param count philosophers, 2 or more
     * @param think time to think
     * @param eat time to eat
     * @param course how long, and how often a process is killed meanwhile
     */
    Feast(String command, Database database, int members, int count, Span think, Span eat, Course course) {
        this.command = command;
        this.database = database;
        this.members = members;
        this.count = count;
        this.think = think;
        this.eat = eat;
        this.course = course;
    }

    /**
     * What has become of dinner.
     *
     * @param philosophers how many
     * @param seconds from the first seat to the order to go
     * @param meals of all
     * @param minMeals of the one with the fewest
     * @param maxMeals of the one with the most
     * @param hungry philosophers who have not eaten, or could not go
     * @param heldTwice loans of forks that were not in order
     * @param notReturned forks that did not come back
     * @param miscounted forks that were not lent as often as their two philosophers have eaten
     * @param members processes at a time
     * @param kills of them
     * @param moved how often a shard has got another owner
     */
    record Result(
            int philosophers,
            double seconds,
            long meals,
            long minMeals,
            long maxMeals,
            long hungry,
            long heldTwice,
            long notReturned,
            long miscounted,
            int members,
            int kills,
            long moved) {
        boolean isRight() {
            return hungry == 0 && heldTwice == 0 && notReturned == 0 && miscounted == 0;
        }
    }

    Result run() throws IOException, InterruptedException {
        try (Crew crew = new Crew(command, database, members, "table-" + run, this)) {
            if (!crew.start(course)) {
                throw new IOException(Interrupt.NO_RESULT);
            }
            order(
                    crew,
                    "sit " + run + " " + count + " " + think.min() + " " + think.max() + " " + eat.min() + " "
                            + eat.max());
            long begun = System.nanoTime();
            dine(crew, begun);
            double seconds = (System.nanoTime() - begun) / 1e9;
            course.note("philosophers go home");
            order(crew, "leave " + run + " " + count);
            FeastReport end = settled(crew);
            return new Result(
                    count,
                    Math.round(seconds * 1000) / 1000.0,
                    end.meals(),
                    end.least(),
                    end.most(),
                    Math.max(end.hungry(), count - end.gone()),
                    end.wrong(),
                    end.held(),
                    end.uneven(),
                    members,
                    crew.killed(),
                    crew.moved());
        } finally {
            course.clear();
        }
    }

    /** Until the time is over and all kills are done. Each kill waits until all have eaten something since the last one. */
    private void dine(Crew crew, long begun) throws IOException, InterruptedException {
        long enough = 1;
        while (true) {
            long worked = System.nanoTime() - begun;
            long meals = report(crew).meals();
            course.draw(worked, meals + " meals, kills " + crew.killed());
            if (meals >= enough) {
                crew.works();
                if (course.isOver(worked, crew.killed())) {
                    return;
                }
                if (crew.isFull() && course.isTimeToKill(worked, crew.killed())) {
                    crew.kill();
                    enough = meals + count;
                }
            } else if (course.isEnded()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
    }

    /** Asks until all have gone and all forks have come back, or nothing changes for long. */
    private FeastReport settled(Crew crew) throws IOException, InterruptedException {
        @Nullable FeastReport last = null;
        long changed = System.nanoTime();
        while (true) {
            FeastReport report = report(crew);
            if (report.isSettled(count) || System.nanoTime() - changed > PATIENCE) {
                return report;
            }
            if (!report.equals(last)) {
                changed = System.nanoTime();
            }
            last = report;
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private FeastReport report(Crew crew) throws IOException, InterruptedException {
        return FeastReport.parse(order(crew, "report " + run + " " + count));
    }

    /** The answer to an order. Orders may be carried out twice. */
    private String order(Crew crew, String line) throws IOException, InterruptedException {
        said = "";
        String expected = line.split(" ", 2)[0];
        crew.order(
                line,
                () -> said.startsWith(expected),
                PATIENCE); // others are answers to earlier orders, which came late
        return said;
    }

    @Override
    public void said(MemberProcess by, String line) {
        said = line;
    }

    @Override
    public void ended(MemberProcess gone) {} // nobody waits for what it had to say
}
