// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A PAIR socket on its real transport that writes down what goes by between its pattern and its pipe. The pipe can be made to
 * say that it has no room. Any thread.
 */
public final class TracedPair implements Pattern {
    private final List<Step> steps = new CopyOnWriteArrayList<>();
    private final PairPattern pattern;
    private final DuplexSocket socket;
    private volatile Pipe pipe;
    private volatile boolean room = true;

    /**
     * A call between pattern and pipe that has returned.
     *
     * @param what its method
     * @param thread that called
     * @param message that was passed, or null; may have been released since
     * @param taken what the method returned, false if it returns nothing
     * @param stack of this project's methods, {@code Class.method}, the first called first
     */
    public record Step(String what, Thread thread, SpMessage message, boolean taken, List<String> stack) {}

    /** Opens the socket. */
    public TracedPair(SocketOptions options) {
        SocketCore core = new SocketCore(Protocol.PAIR0, options, SocketEngine.shared());
        pattern = new PairPattern(core);
        socket = new PatternSocket(core, this, false);
    }

    @Override
    public MessageSender sender() {
        return pattern.sender();
    }

    @Override
    public MessageReceiver receiver() {
        return pattern.receiver();
    }

    /** The socket. */
    public DuplexSocket socket() {
        return socket;
    }

    /** The calls of this method so far: {@code offer}, {@code resume}, {@code onMessage}, {@code onWritable}. */
    public List<Step> steps(String what) {
        return steps.stream().filter(step -> step.what.equals(what)).toList();
    }

    /** From now on offers are refused. */
    public void noRoom() {
        room = false;
    }

    /** Offers reach the transport again, and the pattern is told so on this thread. */
    public void roomAgain() {
        room = true;
        onWritable(pipe);
    }

    private Object called(Pipe real, Method method, Object[] arguments) throws Throwable {
        boolean offer = method.getName().equals("offer");
        Object result;
        try {
            result = offer && !room ? (Object) false : method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        note(method.getName(), offer ? (SpMessage) arguments[0] : null, Boolean.TRUE.equals(result));
        return result;
    }

    private void note(String what, SpMessage message, boolean taken) {
        List<String> stack = new ArrayList<>(StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("io.troupe."))
                        .map(TracedPair::name)
                        .toList()));
        Collections.reverse(stack);
        steps.add(new Step(what, Thread.currentThread(), message, taken, stack));
    }

    private static String name(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName();
    }

    @Override
    public boolean admits(Pipe joining) {
        Pipe traced = (Pipe) Proxy.newProxyInstance(
                Pipe.class.getClassLoader(),
                new Class<?>[] {Pipe.class},
                (proxy, method, arguments) -> called(joining, method, arguments));
        if (!pattern.admits(traced)) {
            return false;
        }
        pipe = traced;
        return true;
    }

    @Override
    public boolean attach(Pipe joining) {
        return pattern.attach(pipe);
    }

    @Override
    public boolean onMessage(Pipe from, SpMessage message) {
        boolean taken = pattern.onMessage(pipe, message);
        note("onMessage", message, taken);
        return taken;
    }

    @Override
    public void onWritable(Pipe from) {
        pattern.onWritable(pipe);
        note("onWritable", null, false);
    }

    @Override
    public void onClosed(Pipe from, String reason) {
        pattern.onClosed(pipe, reason);
    }

    @Override
    public void close(SpException cause) {
        pattern.close(cause);
    }
}
