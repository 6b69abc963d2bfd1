// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** An actor whose messages are what the test gives it, and which logs its life under its name. */
public class Scripted extends Actor<Scripted> {
    private final List<String> log;
    private String name = "?";
    private int state;

    @SuppressWarnings("this-escape") // the context is there already, and tells only the address
    public Scripted(List<String> log) {
        this.log = log;
        String address = context().address();
        name = address.substring(address.lastIndexOf('/') + 1);
        log("made");
    }

    /** Runs the code in this actor. */
    public void tell(Consumer<Scripted> code) {
        code.accept(this);
    }

    /** Runs the code in this actor, with a result. */
    public <T> Promise<T> ask(Function<Scripted, Promise<T>> code) {
        return code.apply(this);
    }

    /** Logs the word. */
    public void say(String word) {
        log(word);
    }

    /** Answers with the word. */
    public Promise<String> echo(String word) {
        log(word);
        return Promise.of(word);
    }

    /** Fails. */
    public void fail(String message) {
        log("fails " + message);
        throw new IllegalStateException(message);
    }

    /** Counts, to see which object answers. */
    public Promise<Integer> count() {
        return Promise.of(++state);
    }

    // ---- for the code inside --------------------------------------------------------------------------------------

    void log(String word) {
        log.add(name + " " + word);
    }

    ActorContext inside() {
        return context();
    }

    Scripted me() {
        return self();
    }

    Scripted child(String childName) {
        return context().spawn(Scripted.class, () -> new Scripted(log), childName);
    }

    Scripted child(ActorOptions options) {
        return context().spawn(Scripted.class, () -> new Scripted(log), options);
    }

    @Override
    protected Promise<?> onStart() throws Exception {
        log("starts");
        return Promise.done();
    }

    @Override
    protected void onStop() throws Exception {
        log("stops");
    }

    @Override
    protected void onRestart(Throwable cause) throws Exception {
        log("restarts after " + cause.getMessage());
    }
}
