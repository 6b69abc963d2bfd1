// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Terminated;
import io.troupe.core.actor.Undelivered;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.cell.ActorLife.Phase;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadline;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.host.TracePoints;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.FrontedOutlet;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.RunningActor;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.NonBlockingScope;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One local actor: its mailbox and scheduling state, its life, and the outlet of its references. Sending runs on the
 * sender's thread, delivery in the actor's turns.
 */
final class ActorCell extends CallbackCell implements FrontedOutlet, ActorControl, RunningActor {
    /** How far queues are walked for errors: a thousand calls may expire at the same time. */
    private static final int FARTHEST = 1000;

    /** Mode: contexts travel with messages. */
    private static final byte CARRYING = 1;

    /** Mode: it is to stop when it is idle: new messages are refused. */
    private static final byte REFUSING = 2;

    /** Mode: it knows that it is to stop when it is idle. */
    private static final byte DRAINING = 4;

    /** Mode: told to stop, so that no message will be delivered any more. */
    private static final byte DOOMED = 8;

    /** Mark: more than the delivery is to be done with each message, as it carries a context or may be the last one. */
    private static final int SPECIAL = 1;

    /** Mark: the running message is to be put aside. */
    private static final int STASHING = 2;

    /** Mark: its object is to make room for that of another actor of its directory. */
    private static final int YIELDING = 4;

    /** Mark: a guard is asked before each call. */
    private static final int GUARDED = 8;

    private IncarnationExecutor incarnation;
    private final CellSystem system;
    private final ActorOptions options;

    /** What is owed, once something is; any thread. */
    private volatile @Nullable Obligations obligations;

    private @Nullable ActorExtras extras;
    private final ReferenceType<?> referenceType;
    private final ActorFactory<?> factory;
    private final @Nullable ActorCell parent;
    private final Object self;
    private final long id;

    /** Siblings; guarded by the parent's {@link Children}. */
    @Nullable
    ActorCell previous;

    @Nullable
    ActorCell following;

    /** The {@link Phase}. Written by the owner; read by others for watches and look-ups. */
    private volatile byte phase;

    /** Whether the factory runs and its object has not got its context yet. */
    private boolean constructing;

    /** What is special about messages: 0 if nothing is. Read by senders with every message, changed under the monitor. */
    private volatile byte mode;

    ActorCell(SpawnSpec<?> spec, long id, CellHome home, @Nullable Mailbox mailbox) {
        super(home, mailbox);
        this.system = spec.system();
        this.referenceType = spec.type();
        this.factory = spec.factory();
        this.options = spec.options();
        this.parent = spec.parent();
        this.id = id;
        this.incarnation = new IncarnationExecutor(this);
        this.self = referenceType.newReference(this);
        if (system.carries()) {
            this.mode = CARRYING;
            mark(SPECIAL);
        }
        if (isKeyed()) {
            if (factory instanceof Activation of && of.guard() != null) {
                mark(GUARDED);
            }
            becomePassive();
        } else {
            suspend(); // whoever finds the actor may ask at once: messages wait until there is an object
        }
    }

    // ---- sending: the sender's thread ----------------------------------------------------------------------------

    @Override
    public void tell(TellMessage message) {
        if (mode != 0 && !admits(message)) {
            return;
        }
        Offer outcome = offer(message);
        if (outcome != Offer.ACCEPTED) {
            refused(message, outcome);
        }
    }

    /** Gives the message its context, or refuses it because the actor is to stop when it is idle. */
    private boolean admits(Message message) {
        if (refuses(message)) {
            return false;
        }
        if (!carries()) {
            return true;
        }
        TracePoints points = system.tracePoints();
        boolean now = points == null || points.onSend(this, message, () -> put(message));
        carryContext(message);
        return now;
    }

    /** Puts a message that a tracer has kept: its sender has gone on. Any thread, never waits. */
    private void put(Message message) {
        if (message instanceof AskMessage<?> ask) {
            limit(ask);
        }
        Offer outcome = tryOffer(message);
        if (outcome == Offer.FULL || outcome == Offer.DROPPED) {
            if (message instanceof AskMessage<?> ask) {
                ask.reject(full("a full mailbox refuses the call that a tracer has kept"));
            } else {
                refused(message, Offer.DROPPED);
            }
        }
    }

    private boolean refuses(Message message) {
        if (!is(REFUSING)) {
            return false;
        }
        notDelivered(message, system.life().ending(this), "the target is stopping and takes no new messages");
        return true;
    }

    /** What continuations registered in this actor are to carry, or null. */
    @Nullable
    Object captured() {
        return carries() ? system.capture() : null;
    }

    private void carryContext(Message message) {
        Object carried = system.capture();
        if (carried != null) {
            message.context(carried);
        }
    }

    private void refused(Message message, Offer outcome) {
        switch (outcome) {
            case FULL -> throw full(whyFull("message"));
            case DROPPED -> system.deadLetters().add(address(), message, DeadLetter.Reason.MAILBOX_FULL);
            case CLOSED, ACCEPTED -> {} // undelivered() has dealt with it
        }
    }

    private MailboxFullException full(String what) {
        Mailbox mailbox = mailbox();
        return new MailboxFullException(what + ": actor=" + address() + ", capacity="
                + (mailbox == null ? "unbounded" : mailbox.capacity()) + ", policy="
                + (mailbox == null ? "none" : mailbox.overflow()));
    }

    private String whyFull(String what) {
        Mailbox mailbox = mailbox();
        if (mailbox == null || mailbox.overflow() != Overflow.PACE || NonBlockingScope.isActive()) {
            return "a full mailbox refuses the " + what;
        }
        return Thread.currentThread().isInterrupted()
                ? "a thread that waits for room must not be interrupted, the " + what + " was not sent"
                : "a full mailbox needs somebody to take messages, but no turn is left to run; the " + what
                        + " was not sent";
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        message.target(this);
        if (mode != 0 && !admits(message)) {
            return message;
        }
        limit(message);
        Offer outcome = offer(message);
        if (outcome == Offer.FULL || outcome == Offer.DROPPED) {
            notAsked(message, outcome);
        }
        return message;
    }

    /** Looked up with each ask, so that a million idle actors keep nothing for it. */
    private void limit(AskMessage<?> message) {
        Duration own = options.askTimeout();
        message.limitBy(system.deadlines(), own == null ? system.askNanos() : Deadline.nanosOf(own));
    }

    private void notAsked(AskMessage<?> message, Offer outcome) {
        if (outcome == Offer.FULL && NonBlockingScope.isActive()) {
            throw full("a full mailbox refuses the call");
        }
        if (!message.isSettled()) { // its deadline may have passed while its sender waited for room
            message.reject(full(outcome == Offer.FULL ? whyFull("call") : "a full mailbox drops the call"));
        }
    }

    @Override
    public Offer tryTell(TellMessage message) {
        if (refuses(message)) {
            return Offer.CLOSED;
        }
        if (!arrives(message)) {
            return Offer.ACCEPTED;
        }
        Offer outcome = tryOffer(message);
        if (outcome == Offer.DROPPED) {
            refused(message, outcome);
        }
        return outcome;
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        return tryAsk(message, this);
    }

    @Override
    public Offer tryAsk(AskMessage<?> message, Outlet front) {
        message.target(front);
        if (refuses(message)) {
            return Offer.CLOSED;
        }
        if (!arrives(message)) {
            return Offer.ACCEPTED;
        }
        limit(message);
        Offer outcome = tryOffer(message);
        if (outcome == Offer.DROPPED) {
            message.reject(full("a full mailbox drops the call"));
        }
        return outcome;
    }

    /** Gives the message its context; what came from another process, or was tried before, has it already. False: it comes later. */
    private boolean arrives(Message message) {
        if (!carries()) {
            return true;
        }
        if (message.context() == null) {
            carryContext(message);
        }
        TracePoints points = system.tracePoints();
        return points == null || points.onArrival(this, message, () -> put(message));
    }

    @Override
    public void lost(TellMessage message) {
        refused(message, Offer.DROPPED);
    }

    @Override
    public Cell cell() {
        return this;
    }

    @Override
    protected void undelivered(Message message) {
        if (message instanceof Signal) {
            return; // nobody is left whom it concerns
        }
        Terminated end = system.life().ended(this);
        if (message instanceof Call) {
            notDelivered(message, end, "the target of the call has stopped");
        } else if (CallbackExecutor.abandon(
                message, stopped("the actor has stopped that was to continue", end, null, true))) {
            system.deadLetters().continuation(end);
        } else if (!(message instanceof CallbackExecutor.ExecutorTask)) {
            system.deadLetters().undelivered(end, message);
        }
    }

    /** A call that will not be executed: the user's handler may send it on, else its caller is told. */
    private void notDelivered(Message message, Terminated end, String rule) {
        Consumer<Undelivered> handler = options.undelivered();
        if (handler != null
                && message instanceof Call call
                && isHandedBack(handler, new UndeliveredCall(call, this, end))) {
            return;
        }
        if (message instanceof AskMessage<?> ask) {
            ask.reject(stopped(rule, end, ask.method(), false));
        } else {
            system.deadLetters().undelivered(end, message);
        }
    }

    private boolean isHandedBack(Consumer<Undelivered> handler, UndeliveredCall undelivered) {
        try {
            undelivered.handleBy(handler);
        } catch (Throwable e) {
            system.log().hookFailed(address(), "undelivered", e);
        }
        return undelivered.isSentOn();
    }

    private static ActorStoppedException stopped(
            String rule, Terminated end, @Nullable Object call, boolean maybeExecuted) {
        return new ActorStoppedException(rule, end.address(), call, end.reason(), maybeExecuted, end.cause());
    }

    @Override
    protected void backlog(int messages) {
        system.backlogAlarm().look(this, messages);
    }

    @Override
    protected void overflowed(Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(full("a full mailbox refuses the call"));
        } else {
            refused(message, Offer.DROPPED);
        }
    }

    /** What an overflow policy removed. The sender's thread. */
    void displaced(Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(new MailboxFullException("a full mailbox dropped the call for a newer one: actor=" + address()
                    + ", method=" + ask.method()));
        } else {
            system.deadLetters().add(address(), message, DeadLetter.Reason.DISPLACED);
        }
    }

    // ---- delivering: the actor's turns ---------------------------------------------------------------------------

    @Override
    protected void deliver(Message message) {
        if (isMarked(SPECIAL)) {
            deliverSpecially(message);
        } else {
            run(message, null);
        }
    }

    private void deliverSpecially(Message message) {
        if (isMarked(GUARDED) && message instanceof Call && isTurnedAway(message)) {
            // its caller knows
        } else if (phase == Phase.PASSIVE.number() && message instanceof Call) {
            system.passivation().activate(this, message);
        } else if (carries()) {
            deliverWithContext(message);
        } else {
            run(message, null);
        }
        if (isDraining()) {
            system.life().stopIfIdle(this);
        }
        if (isMarked(YIELDING)) {
            system.life().makeRoom(this, message instanceof Call);
        }
    }

    /** Whether the guard does not let a call pass; then its target deals with it, which tells the caller. */
    private boolean isTurnedAway(Message message) {
        TurnGuard guard = factory instanceof Activation of ? of.guard() : null;
        CallNotServedException refusal = guard == null ? null : guard.refusal();
        if (guard == null || refusal == null) {
            return false;
        }
        if (message instanceof AskMessage<?> ask) {
            ask.target().turnedAway(ask, refusal);
        } else {
            system.deadLetters().add(address(), message, DeadLetter.Reason.REFUSED);
        }
        guard.turnedAway(message);
        return true;
    }

    private void run(Message message, @Nullable Object carried) {
        try {
            message.deliver(recipient());
        } catch (Throwable e) {
            unmark(STASHING); // its failure is dealt with; put aside it would fail again and again
            failed(e);
        }
        if (isMarked(STASHING)) {
            putAside(message, carried);
        }
    }

    private void deliverWithContext(Message message) {
        Object carried = message.context();
        message.context(null);
        Object before = system.install(carried); // also if there is none: nothing of the last message may be left
        try {
            TracePoints points = system.tracePoints();
            if (points != null && !(message instanceof Signal)) {
                points.onTurn(this, message);
            }
            run(message, carried);
        } finally {
            system.restore(before);
        }
    }

    /** A timer has fired, whose context is current. */
    void timerFired(@Nullable String name) {
        TracePoints points = carries() ? system.tracePoints() : null;
        if (points != null) {
            points.onTimer(this, name);
        }
    }

    /** Runs a task of the executor view. In the actor's turn. */
    void runTask(ActorTask task) {
        if (!carries()) {
            task.work.run();
            return;
        }
        Object before = system.install(task.context);
        try {
            task.work.run();
        } finally {
            system.restore(before);
        }
    }

    void stash() {
        mark(STASHING);
    }

    private void putAside(Message message, @Nullable Object carried) {
        unmark(STASHING);
        if (message instanceof AskMessage<?> ask && ask.hasBegun()) {
            if (!ask.isSettled()) { // it follows the promise already
                failed(new IllegalStateException(
                        "a call that is stashed must return null: actor=" + address() + ", method=" + ask.method()));
            }
        } else if (message instanceof TellMessage || message instanceof AskMessage<?>) {
            message.context(carried);
            extras().stash(message);
        } else {
            failed(new IllegalStateException(
                    "only messages can be stashed, not continuations or timers: actor=" + address()));
        }
    }

    @Override
    public boolean stashed(AskMessage<?> message) {
        return isMarked(STASHING);
    }

    // ---- actors of a directory -----------------------------------------------------------------------------------

    /** What makes it one of a directory; null for other actors. */
    @Nullable
    Activation activation() {
        return factory instanceof Activation of ? of : null;
    }

    private boolean isKeyed() {
        return factory instanceof Activation;
    }

    /** Whether it lives on without its object when that ends. Any thread; once false it stays so. */
    boolean outlivesItsObject() {
        return factory instanceof Activation of && !of.directory().isClosing();
    }

    /** Refuses a call because there was no object for it to be had. */
    void refuse(Message message, Throwable cause, String rule) {
        notDelivered(message, new Terminated(address(), EndReason.FAILED, cause), rule);
    }

    /** Has no object until the next call. */
    void becomePassive() {
        removeModes();
        unmark(YIELDING);
        mark(SPECIAL);
        enter(Phase.PASSIVE);
        resume();
    }

    /** The first call waits for the object that is to be made. */
    void becomeNew(Message first) {
        suspend();
        prepend(List.of(first));
        enter(Phase.NEW);
        becomeOrdinary();
    }

    private void becomeOrdinary() {
        if (!carries() && !isDraining() && !isMarked(GUARDED)) {
            unmark(SPECIAL);
        }
    }

    /** From now on it is looked at after each message whether its object can go. */
    void beginYielding() {
        mark(SPECIAL | YIELDING);
    }

    /** It keeps its object after all. */
    void endYielding() {
        unmark(YIELDING);
        becomeOrdinary();
    }

    boolean hasNothingButMessages() {
        return hasOnlyMessages();
    }

    /** It may make its object. Any thread, after {@link ActiveActors} has taken it in. */
    void beginAgain() {
        system.life().begin(this);
    }

    /** Asks it to lose its object if it is at rest. Any thread. Returns whether it was asked; then it answers. */
    boolean yieldIfIdle() {
        return system.life().signalYieldIfIdle(this);
    }

    /** Asks it to lose its object as soon as it can. It answers, sooner or later. Any thread. */
    void yieldSoon() {
        system.life().signalYield(this);
    }

    /** Lets it lose its object if it has nothing to do. Any thread. */
    void passivate() {
        system.life().signalPassivate(this);
    }

    /** Whether somebody watches it. */
    boolean isWatched() {
        Obligations account = obligations;
        return account != null && account.isWatched();
    }

    /** Lets go of them if nothing is in them, as after waiting for the start. In its turns. */
    void releaseExtras() {
        if (extras != null && extras.isUnused()) {
            extras = null;
        }
    }

    /** What it has counted stays with its type. */
    void forgetExtras() {
        extras = null;
    }

    /** Messages delivered to the present object, or to the only one. Any thread; racy. */
    long deliveredToThis() {
        Activation activation = activation();
        return activation == null ? deliveredCount() : activation.delivered(deliveredCount());
    }

    // ---- life: the state; its course is the business of ActorLife ------------------------------------------------

    void start() {
        system.life().begin(this);
    }

    /** Runs the factory. The object gets its context once, in its constructor. In the actor's turn. */
    Object make() throws Exception {
        constructing = true;
        try {
            Object made = factory.create();
            check(made);
            recipient(made);
            return made;
        } finally {
            constructing = false;
        }
    }

    private void check(@Nullable Object made) {
        if (made == null || !type().isInstance(made) || made instanceof Reference) {
            throw new IllegalStateException(
                    "the factory must make an object of the spawned type: type=" + type().getName() + ", made="
                            + (made == null ? null : made.getClass().getName()));
        }
        if (made instanceof Actor<?> && constructing) {
            throw new IllegalStateException("the factory must make a new actor each time: type=" + type().getName());
        }
    }

    @Override
    public @Nullable ActorContext claimContext() {
        if (!constructing) {
            return null;
        }
        constructing = false;
        return context();
    }

    /** Where in its life the actor is. Any thread. */
    Phase phase() {
        return Phase.of(phase);
    }

    void enter(Phase next) {
        phase = next.number();
    }

    boolean isEnding() {
        return phase() == Phase.STOPPING || phase() == Phase.ENDED;
    }

    /** Why it ends; kept by its last incarnation. Null while it lives. Any thread. */
    @Nullable
    Terminated end() {
        return isEnding() ? incarnation.end() : null;
    }

    IncarnationExecutor incarnation() {
        return incarnation;
    }

    /** Lets go of the object and of its continuations; the next one has an executor of its own. */
    void endIncarnation(Terminated end) {
        recipient(NOBODY);
        incarnation.retire(end);
        incarnation = new IncarnationExecutor(this);
    }

    void forgetReceiver() {
        recipient(NOBODY);
    }

    /** Lets messages wait, but not signals and continuations. */
    void suspend() {
        hold(SUSPENDED);
    }

    /** Lets messages pass again. */
    void resume() {
        letGo(SUSPENDED);
    }

    boolean hasNothingQueued() {
        return isAtRest();
    }

    /** Takes no more messages; what waits is undelivered. */
    void shut() {
        close();
    }

    /** The message whose turn has begun, also for other threads if that turn never ends. */
    @Nullable
    Message atWork() {
        return newestOfTurn();
    }

    /** Deals with a failure that no caller can be told. */
    void failed(Throwable cause) {
        system.life().failed(this, cause);
    }

    @Override
    protected void abandoned(Throwable cause) {
        system.life().abandoned(this, cause);
    }

    @Override
    public void stop() {
        signalStop(EndReason.STOPPED);
    }

    void signalStop(EndReason reason) {
        system.life().signalStop(this, reason);
    }

    /** Lets no further message of this turn pass; the signal to stop comes in the next one. */
    void stopAfterThisMessage() {
        Activation activation = activation();
        if (activation != null) {
            activation.giveUp();
        }
        suspend();
        signalStop(EndReason.STOPPED);
    }

    @Override
    public void stopWhenIdle() {
        system.life().signalDrain(this);
    }

    private synchronized void addMode(byte bit) {
        mode |= bit;
    }

    /** What was asked of the object that has gone is not asked of the next one. */
    private synchronized void removeModes() {
        mode &= CARRYING;
    }

    private boolean is(byte bit) {
        return (mode & bit) != 0;
    }

    private boolean carries() {
        return is(CARRYING);
    }

    /** Whether it has been told to stop, though it may not know yet. */
    boolean isDoomed() {
        return is(DOOMED);
    }

    void markDoomed() {
        addMode(DOOMED);
    }

    void markRefusing() {
        addMode(REFUSING);
    }

    /** Whether it stops when it is idle. */
    boolean isDraining() {
        return is(DRAINING);
    }

    void markDraining() {
        addMode(DRAINING);
        mark(SPECIAL);
    }

    /** Whether it takes messages, as far as known. Any thread. */
    boolean isOpen() {
        return !is(DOOMED) && !is(REFUSING) && !isEnding();
    }

    /** Watches first: an object of a directory that ended in between would be told to nobody. */
    @Override
    public Promise<Terminated> stopAndWatch() {
        TerminationWatch watch = watch();
        stop();
        system.passivation().signalAsked(this, watch);
        return watch;
    }

    @Override
    public Promise<Terminated> drainAndWatch() {
        TerminationWatch watch = watch();
        stopWhenIdle();
        system.passivation().signalAsked(this, watch);
        return watch;
    }

    @Override
    public TerminationWatch watch() {
        TerminationWatch watch = new TerminationWatch(this);
        Obligations account = obligations();
        account.add(watch);
        if (phase() == Phase.ENDED) {
            account.close(system.life().ended(this)); // an account that was made after the end
        } else if (isKeyed()) {
            system.passivation().signalWatched(this);
        }
        return watch;
    }

    /** A watch has lost its interest. Any thread. */
    void unwatched(TerminationWatch watch) {
        obligations().forget(watch);
        if (isKeyed()) {
            system.passivation().signalWatched(this);
        }
    }

    @Override
    public void owed(AskMessage<?> message) {
        obligations().owe(message);
        if (isDraining()) {
            ActorLife.wakeWhenSettled(this, message);
        }
    }

    @Override
    public void paid(AskMessage<?> message) {
        Obligations account = obligations;
        if (account != null) {
            account.paid(message);
        }
    }

    @Override
    public void abandoned(AskMessage<?> message) {
        paid(message); // nobody wants the answer
    }

    /** Frees its name and shows it no more. */
    void leave() {
        siblings().leave(this, options.name());
    }

    private Children siblings() {
        return parent == null ? system.top().children() : parent.extras().children();
    }

    @Override
    public boolean isStopped() {
        return isClosed();
    }

    ActorExtras extras() {
        ActorExtras known = extras;
        if (known == null) {
            known = new ActorExtras(this);
            extras = known;
        }
        return known;
    }

    @Nullable
    ActorExtras extrasIfAny() {
        return extras;
    }

    void unstash(ActorExtras from) {
        List<Message> stashed = from.takeStash();
        if (!stashed.isEmpty()) {
            prepend(stashed);
        }
    }

    /** The account of what is owed, made at first need. Any thread. */
    Obligations obligations() {
        Obligations known = obligations;
        return known == null ? makeObligations() : known;
    }

    private synchronized Obligations makeObligations() {
        Obligations made = obligations;
        if (made == null) {
            made = new Obligations();
            obligations = made;
        }
        return made;
    }

    /** The account, if anything was ever owed. Any thread. */
    @Nullable
    Obligations obligationsIfAny() {
        return obligations;
    }

    /** Whether it waits for the end of nothing that it has begun: answers, sections, tasks. In its own turn. */
    boolean hasNothingBegun() {
        Obligations account = obligations;
        ActorExtras own = extras;
        return (account == null || account.isPaid())
                && (own == null || (!own.isWaiting() && !own.hasSections() && !own.hasTasks()));
    }

    /** Whether it ends its own watches just now. In its own turn. */
    boolean isEndingWatches() {
        Obligations account = obligations;
        return account != null && account.isSettlingInTurn();
    }

    // ---- identity ------------------------------------------------------------------------------------------------

    CellSystem system() {
        return system;
    }

    ActorOptions options() {
        return options;
    }

    @Override
    public CallbackExecutor callbackExecutor() {
        return incarnation;
    }

    @Override
    public @Nullable Object receiver() {
        Object object = recipient();
        return object == NOBODY ? null : object;
    }

    Class<?> type() {
        return referenceType.type();
    }

    /** The method of a message class of this actor's type; null for other classes. */
    @Nullable
    MethodInfo methodOf(String className) {
        return referenceType.methodOf(className);
    }

    @Override
    public ActorContext context() {
        return new CellContext(this);
    }

    @Override
    public String address() {
        if (factory instanceof Activation of) {
            return of.directory().address(of.key());
        }
        StringBuilder address = new StringBuilder(system.address());
        Deque<ActorCell> path = new ArrayDeque<>();
        for (ActorCell at = this; at != null; at = at.parent) {
            path.push(at);
        }
        path.forEach(at -> at.appendNameTo(address.append('/')));
        return address.toString();
    }

    private void appendNameTo(StringBuilder address) {
        String name = options.name();
        if (name == null) {
            address.append(type().getSimpleName().toLowerCase(Locale.ROOT))
                    .append('-')
                    .append(id);
        } else {
            address.append(name);
        }
    }

    @Override
    public String toString() {
        return address();
    }

    String parentAddress() {
        return parent == null ? system.address() : parent.address();
    }

    @Nullable
    ActorCell parent() {
        return parent;
    }

    Object self() {
        return self;
    }

    /** By number and not by place in memory, so that collections of references iterate alike in every seeded run. */
    @Override
    public int hashCode() {
        return Long.hashCode(id * 0x9E3779B97F4A7C15L);
    }

    @Override
    public Object reference() {
        return self;
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return system.outsideExecutor();
    }

    boolean mayBlock() {
        return (options.dispatcher() == null ? system.dispatcher() : options.dispatcher()).mayBlock();
    }

    @Override
    public String whereabouts(Message message) {
        return isClosed() ? "the target has stopped" : place(message) + heldUp();
    }

    private String place(Message message) {
        Mailbox mailbox = mailbox();
        if (mailbox != null) {
            return mailbox.overflow() == Overflow.PACE
                    ? "queued, or held back by a paced sender: " + depth(FARTHEST) + " waiting"
                    : "queued: " + depth(FARTHEST) + " waiting";
        }
        int waiting = depth(FARTHEST);
        if (waiting == FARTHEST) {
            return "queued, " + FARTHEST + " or more waiting";
        }
        int position = positionOf(message, FARTHEST);
        return position == 0
                ? "not in the mailbox: put aside, or delivered just now"
                : "queued at position " + position + " of " + waiting;
    }

    /** Why the actor takes no messages, for texts. Racy: the actor goes on meanwhile. */
    private String heldUp() {
        ActorExtras held = extras;
        if (phase() == Phase.RESTARTING) {
            Throwable cause = held == null ? null : held.restartCause();
            return " of a target that is restarting after a failure" + (cause == null ? "" : ": " + cause);
        }
        return held != null && held.isWaiting()
                ? " of a target that waits for the promise of its onStart or holdUntil"
                : "";
    }

    @Override
    public void late(AskMessage<?> message) {
        system.log().late();
    }
}
