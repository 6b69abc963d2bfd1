// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.examples.sp.perf.PerfCommand;
import io.troupe.sp.Sockets;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SubSocket;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
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
            "Each command is one socket; Ctrl-C ends it."
        },
        mixinStandardHelpOptions = true,
        subcommands = PerfCommand.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed: nobody answered in time, address in use …", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe sp rep --bind tcp://127.0.0.1:5555 --data pong",
            "  troupe sp req --connect tcp://127.0.0.1:5555 --data hi",
            "  troupe sp sub --connect ipc:///tmp/news.ipc --subscribe weather --format quoted",
            "  troupe sp perf thr --transport tcp --size 4096"
        })
public final class SpCommand implements Callable<Integer> {
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
    int req(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, true);
        var socket = Sockets.req(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().ask(socket, socket));
    }

    @Command(
            name = "rep",
            mixinStandardHelpOptions = true,
            description = "Prints requests, and answers with the data, or with the request itself.")
    int rep(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        var socket = Sockets.rep(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().answer(socket, socket));
    }

    @Command(name = "pub", mixinStandardHelpOptions = true, description = "Publishes; those who are not there miss it.")
    int pub(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, true);
        SendingSocket socket = Sockets.pub(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().tell(socket));
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
                    List<String> prefixes,
            @Mixin Endpoints endpoints,
            @Mixin Payload payload,
            @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        SubSocket socket = Sockets.sub(talk.options());
        if (prefixes == null) {
            socket.subscribe("");
        } else {
            prefixes.forEach(socket::subscribe);
        }
        return talk.dialogue().run(socket, () -> talk.dialogue().listen(socket));
    }

    @Command(name = "push", mixinStandardHelpOptions = true, description = "Hands out, to one of the peers each time.")
    int push(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, true);
        SendingSocket socket = Sockets.push(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().tell(socket));
    }

    @Command(name = "pull", mixinStandardHelpOptions = true, description = "Prints what is handed out.")
    int pull(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        ReceivingSocket socket = Sockets.pull(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().listen(socket));
    }

    @Command(name = "surveyor", mixinStandardHelpOptions = true, description = "Asks all, and prints the answers.")
    int surveyor(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, true);
        var socket = Sockets.surveyor(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().survey(socket, socket));
    }

    @Command(
            name = "respondent",
            mixinStandardHelpOptions = true,
            description = "Prints surveys, and answers with the data, or with the survey itself.")
    int respondent(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        var socket = Sockets.respondent(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().answer(socket, socket));
    }

    @Command(
            name = "bus",
            mixinStandardHelpOptions = true,
            description = "Says it to all neighbours, prints what they say.")
    int bus(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        DuplexSocket socket = Sockets.bus(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().chat(socket, socket));
    }

    @Command(name = "pair", mixinStandardHelpOptions = true, description = "Talks with one peer (PAIR version 0).")
    int pair(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        DuplexSocket socket = Sockets.pair(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().chat(socket, socket));
    }

    @Command(
            name = "pair1",
            mixinStandardHelpOptions = true,
            description = "Talks with one peer (PAIR version 1: nng, mangos).")
    int pair1(@Mixin Endpoints endpoints, @Mixin Payload payload, @Mixin Printing printing)
            throws IOException, InterruptedException {
        Talk talk = talk(endpoints, payload, printing, false);
        DuplexSocket socket = Sockets.pair1(talk.options());
        return talk.dialogue().run(socket, () -> talk.dialogue().chat(socket, socket));
    }

    /** What each of them needs. */
    private record Talk(Dialogue dialogue, SocketOptions options) {}

    private Talk talk(Endpoints endpoints, Payload payload, Printing printing, boolean sends) {
        Rules rules = new Rules(spec);
        endpoints.check(rules);
        payload.check(rules, sends);
        printing.check(rules);
        return new Talk(new Dialogue(endpoints, payload, printing, System.out), endpoints.options(rules));
    }
}
