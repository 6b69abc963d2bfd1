// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Interrupt;
import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.Sender;
import io.troupe.sp.socket.SpSocket;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Who says what on the command line: the loops of nanocat. They end when enough was said, nobody reads what is printed, or
 * the process is told to end.
 */
final class Dialogue {
    private final Endpoints endpoints;
    private final Payload payload;
    private final Printing printing;
    private final PrintStream out;

    Dialogue(Endpoints endpoints, Payload payload, Printing printing, PrintStream out) {
        this.endpoints = endpoints;
        this.payload = payload;
        this.printing = printing;
        this.out = out;
    }

    /** A part of a conversation. */
    interface Part {
        /** Plays it. */
        void play() throws IOException, InterruptedException;
    }

    /** Joins, plays the part, and closes the socket whatever happens; what was sent is written before. */
    int run(SpSocket socket, Part part) throws IOException, InterruptedException {
        Interrupt interrupt = Interrupt.on(() -> {
            payload.end();
            socket.close();
        });
        try (socket) {
            endpoints.join(socket);
            part.play();
        } catch (SpException e) {
            if (e.reason() != SpError.CLOSED) { // closed: by Ctrl-C
                throw e;
            }
        }
        interrupt.done();
        return 0;
    }

    /** PUB, PUSH: says it, once or again and again. */
    void tell(Sender sender) throws IOException, InterruptedException {
        long sent = 0;
        for (boolean on = payload.awaitFirst(); on; on = payload.awaitNext()) {
            sender.send(payload.message());
            sent++;
            if (!payload.isRepeated() || payload.isEnough(sent)) {
                return;
            }
        }
    }

    /** SUB, PULL: prints what comes. */
    void listen(Receiver receiver) {
        long received = 0;
        boolean read = true;
        while (read && !payload.isEnough(received)) {
            try (Message message = receiver.receive()) {
                read = printing.print(message, out);
                received++;
            }
        }
    }

    /** REQ: asks and prints the reply. */
    void ask(Sender sender, Receiver receiver) throws IOException, InterruptedException {
        long asked = 0;
        for (boolean on = payload.awaitFirst(); on; on = payload.awaitNext()) {
            sender.send(payload.message());
            asked++;
            boolean read;
            try (Message reply = receiver.receive()) {
                read = printing.print(reply, out);
            }
            if (!read || !payload.isRepeated() || payload.isEnough(asked)) {
                return;
            }
        }
    }

    /** SURVEYOR: asks and prints all answers until the time is over. */
    void survey(Sender sender, Receiver receiver) throws IOException, InterruptedException {
        long asked = 0;
        for (boolean on = payload.awaitFirst(); on; on = payload.awaitNext()) {
            sender.send(payload.message());
            asked++;
            while (answered(receiver)) {
                // the next answer
            }
            if (!payload.isRepeated() || payload.isEnough(asked)) {
                return;
            }
        }
    }

    private boolean answered(Receiver receiver) {
        try (Message answer = receiver.receive()) {
            return printing.print(answer, out);
        } catch (SpException e) {
            if (e.reason() == SpError.TIMED_OUT) {
                return false;
            }
            throw e;
        }
    }

    /** REP, RESPONDENT: prints what is asked, and answers with the data, or with what was asked. */
    void answer(Receiver receiver, Sender sender) throws IOException {
        long answered = 0;
        boolean read = true;
        while (read && !payload.isEnough(answered)) {
            Message request = receiver.receive();
            read = printing.print(request, out);
            if (payload.isGiven()) {
                request.release();
                sender.send(payload.message());
            } else {
                sender.send(request);
            }
            answered++;
        }
    }

    /** PAIR, BUS: says it if there is something to say, and prints what comes meanwhile. */
    void chat(Sender sender, Receiver receiver) throws IOException, InterruptedException {
        if (!payload.isGiven()) {
            listen(receiver);
            return;
        }
        Thread reader = new Thread(() -> print(receiver), "sp-reader");
        reader.setDaemon(true);
        reader.start();
        tell(sender);
        if (!payload.isRepeated()) {
            reader.join(); // like nanocat: goes on to listen
        }
    }

    private void print(Receiver receiver) {
        try {
            boolean read = true;
            while (read) {
                try (Message message = receiver.receive()) {
                    read = printing.print(message, out);
                }
            }
        } catch (SpException e) {
            payload.end(); // closed, or nothing came in time
        }
    }
}
