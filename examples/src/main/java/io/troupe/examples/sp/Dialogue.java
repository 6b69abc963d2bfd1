// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Interrupt;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The dialogues of the command line: the loops of nanocat. They end when enough was said, nobody reads what is printed, or
 * the process is told to end.
 */
final class Dialogue {
    /** For the last words when all went well: a slow peer may need a while. */
    private static final Duration LINGER = Duration.ofSeconds(10);
    /** The same after Ctrl-C. */
    private static final Duration HURRIED = Duration.ofSeconds(3);

    private final Talk talk;
    private final PrintStream out;
    private volatile boolean interrupted;

    Dialogue(Talk talk, PrintStream out) {
        this.talk = talk;
        this.out = out;
    }

    /** A part of a conversation. */
    interface Part {
        /** Plays it. */
        void play(Joined joined) throws InterruptedException;
    }

    /** Joins, plays the part, and closes the socket whatever happens; what was sent is written before. */
    void run(SpSocket socket, Part part) throws InterruptedException {
        Interrupt interrupt = Interrupt.on(() -> {
            interrupted = true;
            talk.pace().end();
            socket.close(HURRIED);
        });
        try (socket) {
            play(socket, part);
            socket.close(LINGER);
        } catch (SpException e) {
            if (!interrupted) {
                throw e;
            }
        } finally {
            interrupt.done();
        }
    }

    private void play(SpSocket socket, Part part) throws InterruptedException {
        Joined joined = Joined.join(talk.endpoints(), socket);
        try {
            part.play(joined);
        } catch (SpException e) {
            throw joined.explained(e);
        } finally {
            joined.end();
        }
    }

    /** PUB, PUSH: says it, once or again and again. */
    void tell(MessageSender sender) throws InterruptedException {
        long sent = 0;
        for (boolean on = talk.pace().awaitFirst(); on; on = talk.pace().awaitNext()) {
            send(sender);
            sent++;
            if (isLast(sent)) {
                return;
            }
        }
    }

    private boolean isLast(long sent) {
        boolean again = talk.pace().isRepeated() || talk.limit().isMany();
        return !again || talk.limit().isReached(sent);
    }

    private void send(MessageSender sender) {
        SpMessage message = talk.content().message();
        try {
            sender.send(message);
        } catch (SpException e) {
            message.release();
            throw e;
        }
    }

    /** SUB, PULL: prints what comes. Silence ends it; that is a failure if more was to come, or nothing came at all. */
    void listen(MessageReceiver receiver) {
        long received = 0;
        boolean read = true;
        while (read && !talk.limit().isReached(received)) {
            SpMessage next = next(receiver, received > 0 && !talk.limit().isGiven());
            if (next == null) {
                return;
            }
            try (SpMessage message = next) {
                read = talk.printing().print(message, out);
                received++;
            }
        }
    }

    private static @Nullable SpMessage next(MessageReceiver receiver, boolean maybeLast) {
        try {
            return receiver.receive();
        } catch (SpException e) {
            if (maybeLast && e.reason() == SpError.TIMED_OUT) {
                return null;
            }
            throw e;
        }
    }

    /** REQ: asks and prints the reply. */
    void ask(MessageSender sender, MessageReceiver receiver) throws InterruptedException {
        long asked = 0;
        for (boolean on = talk.pace().awaitFirst(); on; on = talk.pace().awaitNext()) {
            send(sender);
            asked++;
            boolean read;
            try (SpMessage reply = receiver.receive()) {
                read = talk.printing().print(reply, out);
            }
            if (!read || isLast(asked)) {
                return;
            }
        }
    }

    /** SURVEYOR: asks and prints all answers until the time is over. That nobody ever answers is a failure. */
    void survey(MessageSender sender, MessageReceiver receiver) throws InterruptedException {
        long asked = 0;
        long answers = 0;
        boolean last = false;
        for (boolean on = talk.pace().awaitFirst();
                on && !last;
                on = !last && talk.pace().awaitNext()) {
            send(sender);
            asked++;
            last = isLast(asked);
            for (SpMessage next = next(receiver, true); next != null; next = next(receiver, true)) {
                answers++;
                try (SpMessage answer = next) {
                    if (!talk.printing().print(answer, out)) {
                        return;
                    }
                }
            }
        }
        if (answers == 0) {
            throw new SpException(SpError.TIMED_OUT, "nobody answered in time: surveys=" + asked);
        }
    }

    /** REP, RESPONDENT: prints what is asked, and answers with the data, or with what was asked. */
    void answer(MessageReceiver receiver, MessageSender sender) {
        long answered = 0;
        boolean read = true;
        while (read && !talk.limit().isReached(answered)) {
            SpMessage request = next(receiver, answered > 0 && !talk.limit().isGiven());
            if (request == null) {
                return;
            }
            try (request) {
                read = talk.printing().print(request, out);
                if (talk.content().isGiven()) {
                    send(sender);
                } else {
                    sender.send(request.bytes());
                }
            }
            answered++;
        }
    }

    /** PAIR, BUS: says it if there is something to say, and prints what comes meanwhile. */
    void chat(MessageSender sender, MessageReceiver receiver) throws InterruptedException {
        if (!talk.content().isGiven()) {
            listen(receiver);
            return;
        }
        Thread reader = new Thread(() -> print(receiver), "sp-reader");
        reader.setDaemon(true);
        reader.start();
        tell(sender);
        if (!talk.limit().isGiven()) {
            reader.join(); // like nanocat: goes on to listen
        }
    }

    private void print(MessageReceiver receiver) {
        try {
            boolean read = true;
            while (read) {
                try (SpMessage message = receiver.receive()) {
                    read = talk.printing().print(message, out);
                }
            }
        } catch (SpException e) { // closed, or nothing came in time
            if (e.reason() == SpError.TIMED_OUT) {
                return; // there may be more to say
            }
        }
        talk.pace().end();
    }
}
