// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import io.troupe.core.error.LinkLostException;
import io.troupe.examples.objstore.client.ClientConfig;
import io.troupe.examples.objstore.client.ConflictException;
import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.load.Target;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe objstore demo-client}: a child process of the demo. Ends with the last greeting, or with its server. */
@Command(name = "demo-client", hidden = true, description = "A child process of demo.")
public final class DemoClientCommand implements Callable<Integer> {
    /** The object that greets: behind those that Python's client makes. */
    private static final long GREETING = 1000;

    @Parameters(paramLabel = "URL", description = "The server.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String url;

    @Option(names = "--commits", required = true, description = "How many greetings there are.")
    private int commits;

    @Option(names = "--author", description = "Commit greetings, and do not watch them.")
    private boolean author;

    @Option(names = "--every", description = "Milliseconds between commits.")
    private int every = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public DemoClientCommand() {}

    @Override
    public Integer call() throws InterruptedException, ConflictException {
        ClientConfig config = author ? ClientConfig.writing() : ClientConfig.reading();
        try (Transport transport = Transport.ofSockets("client", TransportConfig.defaults());
                ObjectClient client =
                        ObjectClient.open(transport, Target.parse(url).address(), config)) {
            if (author) {
                commit(client);
            } else {
                watch(client);
            }
        } catch (LinkLostException e) {
            say("ends with its server");
        }
        return 0;
    }

    private void commit(ObjectClient client) throws InterruptedException, ConflictException {
        // tag::commit[]
        long serial = client.load(GREETING, client.head()) instanceof Load.Found found ? found.tid() : 0;
        for (int i = 1; i <= commits; i++) {
            byte[] data = greeting(i).getBytes(StandardCharsets.UTF_8);
            serial = client.commit("demo", List.of(new Change.Store(GREETING, serial, data)));
            say("committed " + Ids.text(serial) + ": " + greeting(i));
            client.awaitHead(serial, every, TimeUnit.MILLISECONDS); // nobody else commits: a pause
        }
        // end::commit[]
    }

    private String greeting(int number) {
        return "greeting " + number + " of " + commits;
    }

    private void watch(ObjectClient client) throws InterruptedException {
        long head = client.head();
        say("watches from " + Ids.text(head));
        String last = greeting(commits);
        String seen = "";
        while (!seen.equals(last)) {
            head = client.awaitHead(head, 1, TimeUnit.MINUTES);
            if (client.load(GREETING, head) instanceof Load.Found found) {
                String text = new String(found.data(), StandardCharsets.UTF_8);
                if (!text.equals(seen)) {
                    say("sees      " + Ids.text(found.tid()) + ": " + text);
                }
                seen = text;
            }
        }
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
