// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.torture;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.ActorException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;

/** Does at random what an actor can do. A driver keeps itself going by {@link #step}; others answer and pass on. */
class Player extends Actor<Player> {
    private static final int MOST_TELLS = 8;
    private static final int STEP_CHOICES = 16;
    private static final int BURST_CHOICE = 3;
    private static final int BURST = 100;
    private static final int HIT_CHOICES = 64;
    private static final int CALL_CHOICES = 8;
    private static final int KEYS = 3;
    private static final int BUSY_NANOS = 200_000;

    private final Torture torture;
    private final Ledger ledger;
    private final Tally tally;
    private final SplittableRandom random;
    private final long life;
    private boolean stashed;

    Player(Torture torture, Tally tally, boolean driving, SplittableRandom random) {
        this.torture = torture;
        this.ledger = torture.ledger();
        this.tally = tally;
        this.random = random;
        tally.enter();
        life = tally.next();
        if (driving) {
            goOn(life);
        }
        tally.leave();
    }

    @Override
    protected void onStop() {
        ledger.ended(this);
    }

    @Override
    protected void onRestart(Throwable cause) {
        ledger.ended(this);
    }

    /** One round of a driver; those of a life before a restart end. */
    public void step(long ofLife) {
        tally.enter();
        ledger.delivered.increment();
        if (ofLife == life && torture.goesOn()) {
            for (int left = random.nextInt(MOST_TELLS); left > 0; left--) {
                tell(torture.somebody(random), 2);
            }
            int choice = random.nextInt(STEP_CHOICES);
            if (choice == BURST_CHOICE) {
                Player target = torture.somebody(random);
                for (int left = BURST; left > 0; left--) {
                    tell(target, 0);
                }
            }
            if (choice == 0) {
                context().after(Duration.ofMillis(1), () -> goOn(ofLife));
            } else if (choice == 1) {
                Promise.all(ask(torture.somebody(random)), ask(torture.somebody(random)))
                        .onComplete((value, failure) -> goOn(ofLife));
            } else if (choice == 2) {
                ask(torture.somebody(random))
                        .timeout(Duration.ofMillis(1))
                        .onComplete((value, failure) -> goOn(ofLife));
            } else {
                ask(torture.somebody(random)).onComplete((value, failure) -> goOn(ofLife));
            }
        }
        tally.leave();
    }

    private void goOn(long ofLife) {
        ledger.told.increment();
        self().step(ofLife);
    }

    /** A tell that is counted, in order, and passed on so many times. */
    public void hit(long from, long number, int hops) {
        tally.enter();
        try {
            int choice = random.nextInt(HIT_CHOICES);
            if (choice == 0 && !stashed) {
                stashed = true;
                context().stash();
                context().after(Duration.ofMillis(1), this::unstash);
                return;
            }
            if (stashed) {
                context().stash();
                return;
            }
            tally.sawTell(from, number);
            if (hops > 0) {
                tell(torture.somebody(random), hops - 1);
            }
            switch (choice) {
                case 1 -> throw new IllegalStateException("restart");
                case 2 -> torture.busy(random.nextInt(BUSY_NANOS));
                case 3 -> context().after(Duration.ofMillis(1), () -> tell(torture.somebody(random), 0));
                case 4 -> work();
                case 5 -> ask(self());
                case 6 -> torture.overflow(0);
                case 7 -> ask(child());
                case 8 -> watch(torture.somebody(random));
                default -> {}
            }
        } finally {
            tally.leave();
        }
    }

    /** Lives until this actor ends or restarts, or until a timer stops it. */
    private Player child() {
        Tally own = new Tally(ledger, "child");
        SplittableRandom dice = random.split();
        Player child = context().spawn(Player.class, () -> new Player(torture, own, false, dice));
        context().after(Duration.ofMillis(1), () -> context().stop(child));
        return child;
    }

    private void watch(Player other) {
        context().watch(other).then(end -> tell(torture.somebody(random), 0));
    }

    private void unstash() {
        stashed = false;
        context().unstashAll();
    }

    private void work() {
        ledger.given.increment();
        try {
            context().executor().execute(ledger.taken::increment);
        } catch (RejectedExecutionException e) {
            ledger.taken.increment();
        }
    }

    /** An ask that is answered in one way or another. */
    public Promise<Long> call(long from, long number) {
        tally.enter();
        try {
            tally.sawAsk(from, number);
            return switch (random.nextInt(CALL_CHOICES)) {
                case 0 -> throw new IllegalStateException("refused");
                case 1 -> later(number);
                case 2 -> ask(torture.somebody(random)).map(other -> number);
                case 3 -> context().serial(random.nextInt(KEYS), () -> later(number));
                case 4 -> context().blocking(() -> number);
                default -> Promise.of(number);
            };
        } finally {
            tally.leave();
        }
    }

    private Promise<Long> later(long number) {
        CompletablePromise<Long> later = new CompletablePromise<>();
        context().after(Duration.ofMillis(1), () -> later.complete(number));
        return later;
    }

    private void tell(Player other, int hops) {
        try {
            other.hit(tally.sender, tally.next(), hops);
            ledger.told.increment();
        } catch (ActorException e) {
            // a full mailbox said so: not sent
        }
    }

    private Promise<Long> ask(Player other) {
        long number = tally.next();
        return ledger.asked("ask", other.call(tally.sender, number)).then(answer -> {
            if (answer != number) {
                ledger.violated("answer to another question: asked=" + number + ", answer=" + answer);
            }
        });
    }
}
