// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.examples.sp.perf.PerfCommand;
import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SubSocket;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe sp}. */
@Command(
        name = "sp",
        description = {
            "Scalability protocols on the command line: talks to nanocat, nngcat and whatever else speaks SP.",
            "Each command is one socket; Ctrl-C ends it after what was sent is written."
        },
        mixinStandardHelpOptions = true,
        subcommands = {ForwardCommand.class, PerfCommand.class},
        modelTransformer = OwnOptions.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed: nothing came in time, address in use …", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe sp rep --bind tcp://127.0.0.1:5555 --data pong",
            "  troupe sp req --connect tcp://127.0.0.1:5555 --data hi",
            "  troupe sp sub --connect ipc://news.ipc --subscribe hot --json",
            "  troupe sp forward req --front-bind tcp://*:5555 --back-connect ipc://work.ipc",
            "  troupe sp perf thr --transport tcp --size 4096"
        })
public final class SpCommand implements Callable<Integer> {
    private static final String WAITS = "Without --delay it waits until somebody is connected.";
    private static final String LISTENS = "After the last it goes on listening, unless --count is given.";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public SpCommand() {}

    /** Without a command there is nothing to do: says what there is. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return spec.exitCodeOnInvalidInput();
    }

    @Command(name = "req", mixinStandardHelpOptions = true, description = "Asks, and prints the reply.")
    int req(
            @Mixin Endpoints endpoints,
            @Mixin Content content,
            @Mixin Pace pace,
            @Mixin Limit limit,
            @Mixin PrintOptions printing)
            throws InterruptedException {
        Talk talk = new Talk(endpoints, content, pace, limit, printing);
        var socket = Sockets.req(checked(talk, true));
        Dialogue dialogue = new Dialogue(talk, System.out);
        dialogue.run(socket, joined -> dialogue.ask(socket, socket));
        return 0;
    }

    @Command(
            name = "rep",
            mixinStandardHelpOptions = true,
            description = "Prints requests, and answers with the data, or without data with the request itself.")
    int rep(@Mixin Endpoints endpoints, @Mixin Content content, @Mixin Limit limit, @Mixin PrintOptions printing)
            throws InterruptedException {
        Talk talk = new Talk(endpoints, content, new Pace(), limit, printing);
        return answer(talk, Sockets.rep(checked(talk, false)));
    }

    @Command(
            name = "pub",
            mixinStandardHelpOptions = true,
            description = {"Publishes; those who are not there miss it.", WAITS})
    int pub(@Mixin Endpoints endpoints, @Mixin Content content, @Mixin Pace pace, @Mixin Limit limit, @Mixin Sums sums)
            throws InterruptedException {
        return tell(new Talk(endpoints, content, pace, limit, new PrintOptions()), sums, true, Sockets::pub);
    }

    @Command(
            name = "sub",
            mixinStandardHelpOptions = true,
            description = "Prints what begins with one of the prefixes.")
    int sub(
            @Option(
                            names = {"-s", "--subscribe"},
                            paramLabel = "PREFIX",
                            description = "What to receive (default: everything).")
                    @Nullable
                    List<String> prefixes,
            @Mixin Endpoints endpoints,
            @Mixin Limit limit,
            @Mixin PrintOptions printing)
            throws InterruptedException {
        Talk talk = new Talk(endpoints, new Content(), new Pace(), limit, printing);
        SubSocket socket = Sockets.sub(checked(talk, false));
        (prefixes == null ? List.of("") : prefixes).forEach(socket::subscribe);
        return listen(talk, socket);
    }

    @Command(
            name = "push",
            mixinStandardHelpOptions = true,
            description = "Hands out, to one of the peers each time; waits until there is one.")
    int push(@Mixin Endpoints endpoints, @Mixin Content content, @Mixin Pace pace, @Mixin Limit limit, @Mixin Sums sums)
            throws InterruptedException {
        return tell(new Talk(endpoints, content, pace, limit, new PrintOptions()), sums, false, Sockets::push);
    }

    @Command(name = "pull", mixinStandardHelpOptions = true, description = "Prints what is handed out.")
    int pull(@Mixin Endpoints endpoints, @Mixin Limit limit, @Mixin PrintOptions printing) throws InterruptedException {
        Talk talk = new Talk(endpoints, new Content(), new Pace(), limit, printing);
        return listen(talk, Sockets.pull(checked(talk, false)));
    }

    @Command(
            name = "surveyor",
            mixinStandardHelpOptions = true,
            description = {"Asks all, and prints the answers.", WAITS})
    int surveyor(
            @Mixin Endpoints endpoints,
            @Mixin Content content,
            @Mixin Pace pace,
            @Mixin Limit limit,
            @Mixin PrintOptions printing)
            throws InterruptedException {
        Talk talk = new Talk(endpoints, content, pace, limit, printing);
        var socket = Sockets.surveyor(checked(talk, true));
        Dialogue dialogue = new Dialogue(talk, System.out);
        dialogue.run(socket, joined -> {
            awaitSomebody(talk, joined);
            dialogue.survey(socket, socket);
        });
        return 0;
    }

    @Command(
            name = "respondent",
            mixinStandardHelpOptions = true,
            description = "Prints surveys, and answers with the data, or without data with the survey itself.")
    int respondent(@Mixin Endpoints endpoints, @Mixin Content content, @Mixin Limit limit, @Mixin PrintOptions printing)
            throws InterruptedException {
        Talk talk = new Talk(endpoints, content, new Pace(), limit, printing);
        return answer(talk, Sockets.respondent(checked(talk, false)));
    }

    @Command(
            name = "bus",
            mixinStandardHelpOptions = true,
            description = {"Says it to all neighbours, prints what they say.", WAITS, LISTENS})
    int bus(
            @Mixin Endpoints endpoints,
            @Mixin Content content,
            @Mixin Pace pace,
            @Mixin Limit limit,
            @Mixin PrintOptions printing)
            throws InterruptedException {
        return chat(new Talk(endpoints, content, pace, limit, printing), true, Sockets::bus);
    }

    @Command(
            name = "pair",
            mixinStandardHelpOptions = true,
            description = {"Talks with one peer (PAIR version 0).", LISTENS})
    int pair(
            @Mixin Endpoints endpoints,
            @Mixin Content content,
            @Mixin Pace pace,
            @Mixin Limit limit,
            @Mixin PrintOptions printing)
            throws InterruptedException {
        return chat(new Talk(endpoints, content, pace, limit, printing), false, Sockets::pair);
    }

    @Command(
            name = "pair1",
            mixinStandardHelpOptions = true,
            description = {"Talks with one peer (PAIR version 1: nng, mangos).", LISTENS})
    int pair1(
            @Mixin Endpoints endpoints,
            @Mixin Content content,
            @Mixin Pace pace,
            @Mixin Limit limit,
            @Mixin PrintOptions printing)
            throws InterruptedException {
        return chat(new Talk(endpoints, content, pace, limit, printing), false, Sockets::pair1);
    }

    private static int tell(Talk talk, Sums sums, boolean waits, Function<SocketOptions, SendingSocket> open)
            throws InterruptedException {
        SendingSocket socket = open.apply(checked(talk, true));
        Dialogue dialogue = new Dialogue(talk, System.out);
        dialogue.run(socket, joined -> {
            if (waits) {
                awaitSomebody(talk, joined);
            }
            dialogue.tell(socket);
        });
        sums.print(socket, System.out);
        return 0;
    }

    private static int listen(Talk talk, ReceivingSocket socket) throws InterruptedException {
        Dialogue dialogue = new Dialogue(talk, System.out);
        dialogue.run(socket, joined -> dialogue.listen(socket));
        return 0;
    }

    private static int answer(Talk talk, DuplexSocket socket) throws InterruptedException {
        Dialogue dialogue = new Dialogue(talk, System.out);
        dialogue.run(socket, joined -> dialogue.answer(socket, socket));
        return 0;
    }

    private static int chat(Talk talk, boolean waits, Function<SocketOptions, DuplexSocket> open)
            throws InterruptedException {
        DuplexSocket socket = open.apply(checked(talk, false));
        Dialogue dialogue = new Dialogue(talk, System.out);
        dialogue.run(socket, joined -> {
            if (waits && talk.content().isGiven()) {
                awaitSomebody(talk, joined);
            }
            dialogue.chat(socket, socket);
        });
        return 0;
    }

    /** For those whose messages are lost when nobody is there. */
    private static void awaitSomebody(Talk talk, Joined joined) throws InterruptedException {
        if (!talk.pace().isDelayed()) {
            joined.awaitSomebody();
        }
    }

    private static SocketOptions checked(Talk talk, boolean sends) {
        Rules rules = new Rules(talk.endpoints().spec());
        talk.endpoints().check(rules);
        talk.pace().check(rules);
        talk.limit().check(rules);
        talk.printing().check(rules);
        SocketOptions options = talk.endpoints().settings().options(rules);
        talk.content().load(rules, sends); // last: it may read standard input
        return options;
    }
}
