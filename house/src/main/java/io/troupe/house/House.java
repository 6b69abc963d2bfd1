// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code .ci/house}: figures, rules and public API of a source tree. */
public final class House {
    private static final String USAGE =
            """
            usage: .ci/house [figures|check|rules|accept|tighten] [folder]
                   .ci/house traces [--files] [--json] [folder]
              figures  a table of all modules (default)
              rules    every violation of a rule of shape
              check    fails if a rule is broken more often than house/known.txt says, or the public API is not that of api/*.txt
              accept   writes the public API to api/*.txt, for a review
              tighten  writes smaller numbers to house/known.txt
              traces   how many source files of the libraries one operation enters; builds the examples first
                --files  also which files, in the order in which they are entered first, with method and thread
                --json   all of it as JSON, instead

            The operations of traces, each in a virtual machine of its own, with the default settings and two processors:
              tell        a plain thread tells an actor
              ask         an actor asks another one, and its continuation runs
              remote-ask  an actor asks an actor of another system over a link, and its continuation runs
              sp-tcp      a PUSH socket sends a message to a PULL socket, where a thread waits for it
            Both ends are in one process, over loopback tcp, and a file that both enter counts once. Each operation is repeated 3000
            times first. Then 21 rounds are watched, each from a system at rest until 200 ms after the effect. A file counts if more
            than half of the rounds enter a method or constructor of it, on any thread. What as many idle stretches of 200 ms enter on
            the same kind of thread does not count. Generated classes do not count. "To effect" are the files that are entered
            before the actor, the continuation, or the receiver has the message; the others wake, look for more work, and park.
            """;

    private final Path root;
    private final SourceTree tree;

    /**
     * Reads the sources of all modules.
     *
     * @param root the folder with the modules in it
     */
    public House(Path root) {
        this.root = root;
        tree = SourceTree.read(root);
    }

    /**
     * Runs the command.
     *
     * @param args the command, its options, and the folder with the modules; otherwise that of the property {@code house.home}
     * @throws IOException if a file cannot be read or written
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(args));
        boolean files = words.remove("--files");
        boolean json = words.remove("--json");
        String command = words.isEmpty() ? "figures" : words.get(0);
        Path home = Path.of(System.getProperty("house.home", "."));
        Path root = words.size() > 1 ? Path.of(words.get(1)) : home;
        if (words.contains("--help")) {
            System.out.print(USAGE);
        } else if (command.equals("traces")) {
            Traces traces = Traces.of(home, root);
            System.out.print(json ? traces.json() : traces.table() + (files ? "\n" + traces.files() : ""));
        } else {
            System.exit(new House(root).run(command, System.out) ? 0 : 1);
        }
    }

    private boolean run(String command, PrintStream out) throws IOException {
        switch (command) {
            case "figures" -> out.print(new Figures(tree));
            case "rules" ->
                new Rules(tree)
                        .violations()
                        .forEach(violation -> out.println(violation.key() + ": " + violation.sentence()));
            case "accept" -> accept();
            case "tighten" -> tighten();
            case "check" -> {
                List<String> complaints = complaints();
                complaints.forEach(out::println);
                return complaints.isEmpty();
            }
            default -> {
                out.print(USAGE);
                return false;
            }
        }
        return true;
    }

    /**
     * Compares the sources with the numbers and the public API that were accepted.
     *
     * @return what is not as it was accepted, a sentence each
     * @throws IOException if a file cannot be read
     */
    public List<String> complaints() throws IOException {
        List<String> found = new ArrayList<>(KnownViolations.read(known()).exceededBy(new Rules(tree).violations()));
        for (SourceModule module : libraries()) {
            Path file = api(module);
            String now = new PublicApi(tree, module).toString();
            String accepted = Files.exists(file) ? Files.readString(file) : "";
            if (!now.equals(accepted)) {
                found.add("the public API must be the accepted one; \".ci/house accept\" writes it: file="
                        + root.relativize(file) + differences(accepted, now));
            }
        }
        return found;
    }

    private static String differences(String accepted, String now) {
        List<String> before = accepted.lines().toList();
        List<String> after = now.lines().toList();
        StringBuilder text = new StringBuilder();
        before.stream().filter(line -> !after.contains(line)).forEach(line -> text.append("\n  - ")
                .append(line.strip()));
        after.stream().filter(line -> !before.contains(line)).forEach(line -> text.append("\n  + ")
                .append(line.strip()));
        return text.toString();
    }

    private void accept() throws IOException {
        for (SourceModule module : libraries()) {
            Files.createDirectories(api(module).getParent());
            Files.writeString(api(module), new PublicApi(tree, module).toString());
        }
    }

    private void tighten() throws IOException {
        KnownViolations found = KnownViolations.of(new Rules(tree).violations());
        boolean first = !Files.exists(known());
        Files.writeString(
                known(), (first ? found : KnownViolations.read(known()).tightenedTo(found)).toString());
    }

    private List<SourceModule> libraries() {
        return tree.modules().stream().filter(SourceModule::library).toList();
    }

    private Path known() {
        return root.resolve("house").resolve("known.txt");
    }

    private Path api(SourceModule module) {
        return root.resolve("api").resolve(module.name() + ".txt");
    }
}
