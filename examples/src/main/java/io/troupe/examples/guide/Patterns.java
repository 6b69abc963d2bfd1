// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import java.time.Duration;
import java.util.List;

/** Sockets as programs for nng have them: a pipeline, contexts, and requests by promises. */
public final class Patterns {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Patterns() {}

    /** Runs the example. */
    public static void main(String[] args) {
        pipeline();
        requests();
    }

    private static void pipeline() {
        // tag::pipeline[]
        try (ReceivingSocket pull = Sockets.pull();
                SendingSocket push = Sockets.push()) {
            push.dial(pull.listen("tcp://127.0.0.1:0").uri()); // port 0: a free one
            push.send(SpMessage.of("seat 7")); // the socket has the message from now on
            try (SpMessage work = pull.receive(LIMIT)) { // the receiver releases it
                System.out.println(work.text());
            }
        }
        // end::pipeline[]
    }

    private static void requests() {
        // tag::requests[]
        try (RepSocket rep = Sockets.rep();
                ReqSocket req = Sockets.req()) {
            req.dial(rep.listen("tcp://127.0.0.1:0").uri());
            rep.serve(question -> {
                try (question) {
                    return Promise.of(SpMessage.of("no " + question.text()));
                }
            });
            List<Promise<String>> answers = List.of(ask(req, "tea"), ask(req, "milk")); // both under way at a time
            System.out.println(Promise.all(answers).await(LIMIT));
        }
        // end::requests[]
    }

    // tag::ask[]
    private static Promise<String> ask(ReqSocket req, String question) {
        return req.request(SpMessage.of(question)).timeout(LIMIT).map(reply -> {
            try (reply) {
                return reply.text();
            }
        });
    }
    // end::ask[]
}
