// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Lives of sockets that ask and answer: REQ and REP, SURVEYOR and RESPONDENT. */
final class Asking {
    private static final Duration SURVEY = Duration.ofMillis(60);
    private static final int MOST_PENDING = 5;

    private final Ground ground;
    private final Random random;

    Asking(Ground ground, Random random) {
        this.ground = ground;
        this.random = random;
    }

    /** Pipes break as long as both sockets live, and yet each request gets its own reply. */
    void requests(boolean breaks) throws InterruptedException {
        Crowd crowd = new Crowd("requests");
        SocketOptions options = ground.options(Flows.LONG);
        try (RepSocket rep = Sockets.rep(options);
                ReqSocket req = Sockets.req(options)) {
            boolean repListens = random.nextBoolean();
            Chaos chaos = new Chaos(repListens ? rep : req, repListens ? req : rep, ground.address(), random);
            answer(crowd, rep);
            int askers = 1 + random.nextInt(3);
            CountDownLatch left = new CountDownLatch(askers);
            for (int i = 0; i < askers; i++) {
                Random own = new Random(random.nextLong());
                crowd.start("asker" + i, () -> {
                    try {
                        ask(req, own);
                    } finally {
                        left.countDown();
                    }
                });
            }
            while (breaks && left.getCount() > 0) {
                chaos.rage(1);
            }
            left.await();
            Ends.closeSomehow(random.nextBoolean() ? rep : req, random);
            rep.close(Duration.ZERO);
            crowd.join(Flows.END_SECONDS);
        }
    }

    private void answer(Crowd crowd, RepSocket rep) {
        if (random.nextBoolean()) {
            rep.serve(Promise::of);
            return;
        }
        for (int i = 0; i < 2; i++) {
            SocketContext context = rep.context();
            Styles styles = new Styles(new Random(random.nextLong()), Flows.LONG);
            crowd.start("answerer" + i, () -> Styles.untilClosed(() -> styles.send(context, styles.receive(context))));
        }
    }

    private static void ask(ReqSocket req, Random own) {
        Queue<Promise<SpMessage>> pending = new ArrayDeque<>();
        Queue<Integer> numbers = new ArrayDeque<>();
        int many = 1 + own.nextInt(60);
        try (SocketContext context = req.context()) {
            for (int k = 0; k < many; k++) {
                SpMessage question = Tally.message(own, 0, k);
                switch (own.nextInt(3)) {
                    case 0 -> check(req.ask(question, Flows.LONG), k);
                    case 1 -> {
                        pending.add(req.request(question));
                        numbers.add(k);
                    }
                    default -> {
                        new Styles(own, Flows.LONG).send(context, question);
                        check(new Styles(own, Flows.LONG).receive(context), k);
                    }
                }
                if (pending.size() > MOST_PENDING) {
                    check(Styles.settled(pending.remove()), numbers.remove());
                }
            }
            while (!pending.isEmpty()) {
                check(Styles.settled(pending.remove()), numbers.remove());
            }
        }
    }

    private static void check(SpMessage reply, int number) {
        try (reply) {
            int got = reply.body().position(reply.body().position() + 2).getInt();
            if (got != number) {
                throw new AssertionError("another's reply: wanted=" + number + ", got=" + got);
            }
        }
    }

    /** Surveys of one or two respondents: only answers to themselves come, and each ends in its time. */
    void surveys(boolean breaks) throws InterruptedException {
        Crowd crowd = new Crowd("surveys");
        SocketOptions options =
                ground.options(Flows.LONG).toBuilder().surveyTime(SURVEY).build();
        try (SurveyorSocket surveyor = Sockets.surveyor(options);
                RepSocket one = Sockets.respondent(options);
                RepSocket two = Sockets.respondent(options)) {
            Chaos chaos = new Chaos(surveyor, one, ground.address(), random).connected();
            Styles.settled(two.dial(chaos.uri()).connected());
            answer(crowd, one);
            answer(crowd, two);
            for (int i = 0; i < 2; i++) {
                Random own = new Random(random.nextLong());
                crowd.start("surveyor" + i, () -> survey(surveyor, own));
            }
            chaos.rage(breaks ? random.nextInt(10) : 0);
            if (random.nextInt(3) == 0) {
                surveyor.close(Duration.ZERO);
            } else {
                LockSupport.parkNanos(SURVEY.toNanos());
            }
            Stream.of(surveyor, one, two).forEach(socket -> Ends.closeSomehow(socket, random));
            crowd.join(Flows.END_SECONDS);
        }
    }

    private static void survey(SurveyorSocket surveyor, Random own) {
        try {
            for (int k = 0; k < 3; k++) {
                int number = k;
                if (own.nextBoolean()) {
                    List<SpMessage> answers = Styles.settled(surveyor.survey(Tally.message(own, 0, k)));
                    answers.forEach(answer -> check(answer, number));
                } else {
                    Styles.settled(surveyor.survey(Tally.message(own, 0, k), answer -> check(answer, number)));
                }
            }
        } catch (SpException e) {
            Styles.expectClosed(e);
        }
    }
}
