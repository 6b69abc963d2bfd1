// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.cluster.stack.Site;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import io.troupe.bench.process.Child;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Members in processes of their own, and this process, which hosts nothing and calls. One thread. */
public final class Crew implements AutoCloseable {
    /** Begins the line with the address of a member. */
    public static final String JOINED = "JOINED ";

    private static final Duration START = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 20;

    private final Stack stack;
    private final Store store;
    private final Duration deadline;
    private final List<String> jvm;
    private final String program;
    private final List<Child> members = new ArrayList<>();
    private String seed = "";

    /**
     * Of nobody yet.
     *
     * @param stack of all
     * @param store of all
     * @param deadline of calls
     * @param jvm options of the members
     * @param program of a member, given the name of the stack, the store, the deadline in milliseconds, and the seed
     */
    public Crew(Stack stack, Store store, Duration deadline, List<String> jvm, String program) {
        this.stack = stack;
        this.store = store;
        this.deadline = deadline;
        this.jvm = List.copyOf(jvm);
        this.program = program;
    }

    /** Starts so many members and joins, and waits until each has its share. */
    Node join(int count) throws Exception {
        if (stack.hasMembers()) {
            for (int i = 0; i < count; i++) {
                add();
            }
        }
        Node node = stack.join(new Site(store, seed, false, deadline));
        awaitSettled(node, count, START);
        return node;
    }

    /** Starts another one; it need not have its share yet. */
    void add() throws InterruptedException {
        Child member = Child.start(
                "member " + (members.size() + 1),
                jvm,
                List.of(program, stack.name(), store.url(), Long.toString(deadline.toMillis()), seed));
        members.add(member);
        String address = member.await(JOINED, START);
        if (seed.isEmpty()) {
            seed = address;
        }
    }

    /** The member that came last. */
    Child last() {
        return members.get(members.size() - 1);
    }

    /** Waits until so many members have their shares. */
    static void awaitSettled(Node node, int count, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!node.isSettled(count)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("members must get their shares: members=" + count + ", limit=" + limit
                        + ", seen=" + node.seen());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        members.forEach(Child::close);
    }
}
