// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Where the failures of a system appear in a process without a logging provider: the first one of each kind, with what to
 * do to see the others. Any thread.
 */
final class StandardError {
    /** What can go wrong, as far as users look for it under different names. */
    enum Kind {
        ACTOR_FAILURE,
        UNHANDLED_PROMISE,
        IGNORED_ASK,
        DEAD_LETTER,
        BLOCKED_WORKER,
        BACKLOG,
        ACTOR_TYPE,
        CLOSING,
        INTERNAL_ERROR;

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The provider of those who want silence; SLF4J gives the same loggers where there is no provider at all. */
    private static final String SILENCE = "org.slf4j.nop.NOPServiceProvider";

    /** How many systems of a process print something of one kind: a simulation starts thousands, one after the other. */
    static final int MOST_SYSTEMS = 16;

    private static final ConcurrentMap<Kind, Integer> OF_PROCESS = new ConcurrentHashMap<>();

    private final String system;
    private final PrintStream out;

    /** Systems that have printed, by kind. */
    private final ConcurrentMap<Kind, Integer> systems;

    private final Set<Kind> printed = Collections.synchronizedSet(EnumSet.noneOf(Kind.class));

    StandardError(String system) {
        this(system, System.err, OF_PROCESS);
    }

    StandardError(String system, PrintStream out, ConcurrentMap<Kind, Integer> systems) {
        this.system = system;
        this.out = out;
        this.systems = systems;
    }

    /** Whether log lines would vanish though nobody has asked for that. */
    static boolean isNeeded() {
        return LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory && !isSilenceWanted();
    }

    private static boolean isSilenceWanted() {
        try {
            Class.forName(SILENCE, false, LoggerFactory.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Whether an event is to be printed: the first one of its kind, unless many systems have done that. */
    boolean isFirst(Kind kind) {
        return printed.add(kind) && systems.merge(kind, 1, Integer::sum) <= MOST_SYSTEMS;
    }

    /** Prints a line with the remedy, and the stack of the failure if there is one. */
    void print(Kind kind, FormattingTuple event) {
        StringWriter text = new StringWriter();
        try (PrintWriter writer = new PrintWriter(text)) {
            writer.println("troupe: " + event.getMessage());
            if (event.getThrowable() != null) {
                event.getThrowable().printStackTrace(writer);
            }
            writer.print("troupe: there is no logging provider, so further events of this kind are not shown: kind="
                    + kind.text() + ", system=" + system
                    + "; add a dependency on org.slf4j:slf4j-simple or ch.qos.logback:logback-classic");
        }
        out.println(text); // in one piece: other threads may print, too
    }
}
