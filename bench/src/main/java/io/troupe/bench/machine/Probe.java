// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Finds out in what state a machine is, from the files of its kernel below a root directory. Whatever is missing or unreadable
 * is "unknown"; nothing here throws because of a machine. One thread.
 */
public final class Probe {
    private final Path root;

    private Probe(Path root) {
        this.root = root;
    }

    /** Of this machine. */
    public static Probe here() {
        return below(Path.of("/"));
    }

    /**
     * Of a machine whose files are below a directory.
     *
     * @param root the directory that has {@code proc} and {@code sys}
     */
    public static Probe below(Path root) {
        return new Probe(root);
    }

    /** What the files tell, and nothing about this virtual machine or this program. */
    Environment machine() {
        Findings findings = new Findings();
        Tree tree = new Tree(root);
        Processors processors = Processors.of(tree);
        processors.tell(findings);
        Power.tell(tree, findings);
        Memory.tell(tree, findings);
        ControlGroup.of(tree).tell(findings, processors.threads());
        Kernel.tell(tree, findings);
        Load.tell(tree, findings, processors.threads());
        return findings.environment();
    }

    /**
     * All there is to know before a run: the machine, the virtual machines that are measured, the commit of the launcher's work
     * tree or else of the current directory, and the versions of all peers. Starts one virtual machine with the options and
     * asks it for its settings, which takes less than a second.
     *
     * @param jvm options of the virtual machines that are measured
     */
    public Environment environment(List<String> jvm) {
        Findings findings = new Findings();
        Commit commit = Commit.here();
        findings.fact("date", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        findings.fact("commit", commit.text());
        findings.fact("os", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
        findings.all(machine());
        findings.fact("processors", Runtime.getRuntime().availableProcessors());
        findings.fact("jdk", property("java.vm.name") + " " + property("java.runtime.version"));
        findings.fact("jvmOptions", String.join(" ", jvm));
        findings.facts(Jvm.facts(jvm));
        findings.facts(Versions.facts(root));
        if (commit.dirty()) {
            findings.mark(
                    "the work tree has changes that are not in commit "
                            + commit.text().replace("-dirty", ""),
                    "commit them before figures are published, otherwise nobody can repeat the run");
        }
        return findings.environment();
    }

    /**
     * What a program records that measures by itself. As a step of a longer run, which tells it so by the property {@code
     * bench.step}, it leaves out the marks: the run has them, and the load now is that of the step before.
     *
     * @param jvm options of the virtual machines that are measured
     */
    public Environment ofProgram(List<String> jvm) {
        Environment found = environment(jvm);
        return Boolean.getBoolean("bench.step") ? new Environment(found.facts(), List.of()) : found;
    }

    private static String property(String name) {
        return System.getProperty(name, Findings.UNKNOWN);
    }
}
