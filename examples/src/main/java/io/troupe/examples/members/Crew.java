// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.cluster.view.ShardView;
import io.troupe.examples.cluster.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster on this machine, each in a process of its own: those that end are replaced, whatever has ended them. One
 * thread.
 */
public final class Crew implements AutoCloseable {
    private static final int MOST_STARTS_WITHOUT_AN_ANSWER = 5;

    /** For the start of all members, on a busy machine. */
    private static final long START_PATIENCE = TimeUnit.SECONDS.toNanos(300);

    private static final long LOOK_EVERY_MILLIS = 200;

    private final String command;
    private final Database database;
    private final int size;
    private final String prefix;
    private final Listener listener;
    private final ClusterView view;
    private final Random random = new Random();
    private final List<MemberProcess> members = new ArrayList<>();

    /** Those that get work. */
    private final List<MemberProcess> ready = new ArrayList<>();
    /** Those that were ready once, and may have something to finish. */
    private final Set<MemberProcess> worked = new HashSet<>();

    /** Carries out an order; null: nobody does. */
    private @Nullable MemberProcess asked;

    /** Whether the course was told to end. */
    private BooleanSupplier ended = () -> false;

    private long epochsBefore;
    private int names;
    private int starts;
    private int killed;

    /** Told what members say. */
    public interface Listener {
        /** A member has said this. */
        void said(MemberProcess by, String line) throws IOException;

        /** A process has ended, and answers nothing any more. */
        void ended(MemberProcess gone);
    }

    /**
     * Makes the tables, and starts nobody yet.
     *
     * @param command of this program, which runs a {@link MemberProgram} with {@code --worker}
     * @param database for all of them
     * @param size number of members, 2 or more
     * @param prefix of their names
     * @param listener told what they say; on the thread that calls {@link #hear}
     */
    public Crew(String command, Database database, int size, String prefix, Listener listener) {
        this.command = command;
        this.database = database;
        this.size = size;
        this.prefix = prefix;
        this.listener = listener;
        database.applySchema();
        this.view = database.view();
    }

    /**
     * Starts all, and waits until they are there and have their share: the first work waits for nobody.
     *
     * @param course is shown how it goes, and may be told to end
     * @return false if it is told to end before they are ready
     * @throws IOException if they are not ready in time
     */
    public boolean start(Course course) throws IOException, InterruptedException {
        ended = course::isEnded;
        for (int i = 0; i < size; i++) {
            startOne();
        }
        long end = System.nanoTime() + START_PATIENCE;
        while (!isComplete()) {
            if (course.isEnded()) {
                return false;
            }
            if (System.nanoTime() - end >= 0) {
                throw new IOException("members must be ready in time: ready=" + ready.size() + ", of=" + size);
            }
            course.note("members are starting, " + ready.size() + " of " + size + " are ready");
            hear();
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
        epochsBefore = epochs();
        return true;
    }

    private boolean isComplete() {
        if (ready.size() < size) {
            return false;
        }
        List<MemberView> active = view.members().stream()
                .filter(each -> each.status() == MemberView.Status.ACTIVE)
                .toList();
        int owned = active.stream().mapToInt(MemberView::shards).sum();
        return owned == view.shards().size()
                && active.size() >= size
                && active.stream().allMatch(each -> each.shards() > 0);
    }

    private void startOne() throws IOException {
        if (++starts > size + MOST_STARTS_WITHOUT_AN_ANSWER) {
            throw new IOException("members must be able to use the database, see above: starts=" + starts);
        }
        names++;
        members.add(MemberProcess.start(command, database, prefix + "-" + names));
    }

    private long epochs() {
        return view.shards().stream().mapToLong(ShardView::epoch).sum();
    }

    /** How often a shard has got another owner since the start. */
    public long moved() {
        return epochs() - epochsBefore;
    }

    /** Work was done: members that end later may be started again as often as at first. */
    public void works() {
        starts = 0;
    }

    /** Whether as many as there should be get work. */
    public boolean isFull() {
        return ready.size() == size;
    }

    /** Any member that gets work; null: there is none at the moment. */
    public @Nullable MemberProcess any() {
        return ready.isEmpty() ? null : ready.get(random.nextInt(ready.size()));
    }

    /** Ends any of them at once, as kill -9 does. */
    public void kill() throws InterruptedException {
        MemberProcess victim = any();
        if (victim != null) {
            killed++;
            victim.kill();
        }
    }

    /** How often one was killed. */
    public int killed() {
        return killed;
    }

    /**
     * Has an order carried out by any member, and by another one if that ends or leaves meanwhile. Hears all that members say.
     *
     * @param line the order
     * @param done whether its answer was heard
     * @param nanos how long to wait
     * @throws IOException if it is not done in time
     */
    public void order(String line, BooleanSupplier done, long nanos) throws IOException, InterruptedException {
        long end = System.nanoTime() + nanos;
        asked = null;
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                throw new IOException("a member must answer in time: seconds=" + TimeUnit.NANOSECONDS.toSeconds(nanos)
                        + ", order=" + line);
            }
            if (asked == null || !ready.contains(asked)) {
                asked = any();
                if (asked != null) {
                    asked.say(List.of(line));
                }
            }
            if (!hear()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    /** Takes what members have said since; returns whether there was anything. Does not wait. */
    public boolean hear() throws IOException, InterruptedException {
        boolean heard = false;
        for (MemberProcess member : List.copyOf(members)) {
            for (String line = member.next(0); line != null; line = member.next(0)) {
                heard = true;
                take(member, line);
            }
        }
        return heard;
    }

    private void take(MemberProcess member, String line) throws IOException {
        switch (line.split(" ", 2)[0]) {
            case MemberProgram.READY -> {
                ready.add(member);
                worked.add(member);
            }
            case MemberProgram.LEAVING -> ready.remove(member); // and finishes what it has
            case MemberProgram.ENDED -> {
                ready.remove(member);
                member.end();
            }
            case MemberProgram.AGAIN -> asked = null;
            case MemberProcess.END -> replace(member);
            default -> listener.said(member, line);
        }
    }

    private void replace(MemberProcess member) throws IOException {
        member.close();
        members.remove(member);
        ready.remove(member);
        worked.remove(member);
        listener.ended(member);
        startOne();
    }

    /**
     * Lets all end, those together that have got work. The others have done nothing that anybody waits for, and are killed. After
     * Ctrl-C all are: what they have answered is stored, and whoever pressed it should not wait for leases and links to end.
     */
    @Override
    public void close() {
        boolean hurried = ended.getAsBoolean();
        members.forEach(hurried ? MemberProcess::killSoon : MemberProcess::end);
        long now = System.nanoTime();
        members.forEach(each -> each.close(worked.contains(each) ? now + MemberProcess.PATIENCE : now));
        try (view) {
            if (hurried) {
                fence();
            }
        } catch (RuntimeException e) {
            // their leases end by themselves, and the run has its results
        }
    }

    /** Nobody has to wait for the leases of those that are dead. */
    private void fence() {
        view.members().stream()
                .filter(each -> each.isLiving() && each.name().startsWith(prefix + "-"))
                .forEach(each -> view.fence(each.id()));
    }
}
