// SPDX-License-Identifier: Apache-2.0
package io.troupe.house.traced;

import java.util.concurrent.Semaphore;

/**
 * The program that {@code .ci/house traces} watches in a virtual machine of its own. It is compiled against the tree that is looked
 * at, so it names few types of the libraries, and only those whose names are old.
 */
public final class Operations {
    /** Released by an operation that has had its effect. */
    static final Semaphore DONE = new Semaphore(0);

    /** So often that classes are initialised, tables have grown, and placement has settled. */
    private static final int WARM_UP = 3000;
    /** So long that threads without work park. Nobody watches meanwhile: what is watched is slow, and would spin for long. */
    private static final int PAUSE_MILLIS = 100;

    private Operations() {}

    /**
     * Repeats an operation.
     *
     * @param args its name, and how many rounds are watched
     * @throws InterruptedException never, as nobody interrupts
     */
    public static void main(String[] args) throws InterruptedException {
        Operation operation = start(args[0]);
        for (int i = 0; i < WARM_UP; i++) {
            operation.run();
        }
        Marks.watch();
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            Thread.sleep(PAUSE_MILLIS);
            Marks.rest();
            Thread.sleep(PAUSE_MILLIS);
            operation.run();
            Marks.end();
        }
        Runtime.getRuntime().halt(0);
    }

    private static Operation start(String name) {
        return switch (name) {
            case "tell" -> new LocalCalls.Tell();
            case "ask" -> new LocalCalls.Ask();
            case "remote-ask" -> new RemoteAsk();
            case "sp-tcp" -> new SocketMessage();
            default -> throw new IllegalArgumentException("an operation must be known: name=" + name);
        };
    }
}
