// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The addresses of a socket that listens and dials there, and what is to be told of them on standard error. */
final class Joined {
    private static final long GLANCE_MILLIS = 50;

    private final Endpoints endpoints;
    private final SpSocket socket;
    private final PrintWriter err;
    private final List<SocketDialer> dialers = new ArrayList<>();
    private final CountDownLatch somebody = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    private Joined(Endpoints endpoints, SpSocket socket) {
        this.endpoints = endpoints;
        this.socket = socket;
        this.err = endpoints.spec().commandLine().getErr();
    }

    /** Listens and dials. An address that cannot be right is the fault of the command line. */
    static Joined join(Endpoints endpoints, SpSocket socket) {
        Joined joined = new Joined(endpoints, socket);
        socket.onPipe(joined.new Pipes());
        try {
            endpoints.listening().forEach(joined::listen);
            endpoints.dialling().forEach(uri -> joined.dialers.add(socket.dial(uri)));
        } catch (SpException e) {
            if (e.reason() == SpError.ADDRESS_INVALID || e.reason() == SpError.NOT_TRUSTED) {
                throw new Rules(endpoints.spec()).broken(e);
            }
            throw e;
        }
        if (joined.isTold() && !joined.dialers.isEmpty()) {
            Thread watch = new Thread(joined::watch, "sp-watch");
            watch.setDaemon(true);
            watch.start();
        }
        return joined;
    }

    private void listen(String uri) {
        String bound = socket.listen(uri).uri();
        if (isTold() || uri.endsWith(":0") || uri.contains(":0/")) { // or nobody would know the port
            tell("listening on " + bound);
        }
    }

    private boolean isTold() {
        return endpoints.isVerbose() || (Terminal.current().err() && !endpoints.isSilent());
    }

    /** Dialling goes on whatever happens; that somebody is not there is told once for each address. */
    private void watch() {
        List<SocketDialer> open = new ArrayList<>(dialers);
        try {
            while (!open.isEmpty() && !over.await(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
                open.removeIf(dialer -> dialer.connected().isSettled() || isFailureTold(dialer));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isFailureTold(SocketDialer dialer) {
        dialer.lastError().ifPresent(error -> tell(error.getMessage() + " (goes on trying)"));
        return dialer.lastError().isPresent();
    }

    private void tell(String line) {
        if (!endpoints.isSilent()) {
            err.println(endpoints.spec().qualifiedName() + ": " + line);
            err.flush();
        }
    }

    /** Waits until there is somebody to hear it, as long as a send may wait. */
    void awaitSomebody() throws InterruptedException {
        Duration limit = endpoints.settings().sendTimeout();
        if (!somebody.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new SpException(SpError.TIMED_OUT, "nobody was there in time: seconds=" + limit.toNanos() / 1e9);
        }
    }

    /** Says why nobody is connected if that is the reason why something did not happen in time. */
    SpException explained(SpException error) {
        String causes = dialers.stream()
                .flatMap(dialer -> dialer.lastError().stream())
                .map(Throwable::getMessage)
                .distinct()
                .collect(Collectors.joining("; "));
        if (error.reason() != SpError.TIMED_OUT || !socket.pipes().isEmpty() || causes.isEmpty()) {
            return error;
        }
        return new SpException(error.reason(), error.getMessage() + "; nobody is connected: " + causes, error);
    }

    /** Nothing more is waited for. */
    void end() {
        over.countDown();
        somebody.countDown();
    }

    /** Sees who comes and goes. */
    private final class Pipes implements PipeListener {
        @Override
        public void attached(PipeInfo pipe) {
            somebody.countDown();
            if (endpoints.isVerbose()) {
                tell("connected: pipe=" + pipe.id() + ", peer=" + pipe.peer().remote());
            }
        }

        @Override
        public void detached(PipeInfo pipe, String reason) {
            if (endpoints.isVerbose()) {
                tell("disconnected: pipe=" + pipe.id() + ", peer=" + pipe.peer().remote() + ", reason=" + reason);
            }
        }
    }
}
