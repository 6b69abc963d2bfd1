// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.hooks;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads this program's class path once more, on request without trace points: wherever the library asks for a tracer, the classes
 * that it loads know that there is none. The branches before those places fall, too, though they also stand before contexts and
 * before actors that end: the difference is not less than what trace points cost. Both ways of loading are the same otherwise.
 */
final class TracePointRemover extends URLClassLoader {
    private static final String CELL = "io/troupe/core/cell/ActorCell";
    private static final String REMOTE = "io/troupe/remoting/session/RemoteOutlet";

    private static final String TRACER = "tracePoints";
    private static final Set<String> IN_CELL = Set.of(TRACER, "isMarked", "carries", "mode");
    private static final Set<String> IN_REMOTE = Set.of(TRACER, "contexts");

    private final boolean removing;

    TracePointRemover(boolean removing) {
        super(classPath(), ClassLoader.getPlatformClassLoader());
        this.removing = removing;
    }

    private static URL[] classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .map(TracePointRemover::url)
                .toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a path must be a URL: path=" + path, e);
        }
    }

    /** Runs a batch of the named kind, see {@link HookedWork}; returns nanoseconds per message. */
    @SuppressWarnings("unchecked") // the class is another one of the same name
    ToDoubleFunction<String> work() {
        try {
            return (ToDoubleFunction<String>) loadClass(HookedWork.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the work must be found: class=" + HookedWork.class.getName(), e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String internal = name.replace('.', '/');
        if (!removing || !(internal.equals(CELL) || internal.equals(REMOTE))) {
            return super.findClass(name);
        }
        try (InputStream stream = getResourceAsStream(internal + ".class")) {
            if (stream == null) {
                throw new ClassNotFoundException(name);
            }
            Removal removal = new Removal(internal.equals(CELL) ? IN_CELL : IN_REMOTE);
            new ClassReader(stream).accept(removal, 0);
            if (!removal.missing.isEmpty()) {
                throw new IllegalStateException("a class must have all places that are taken out: class=" + name
                        + ", missing=" + removal.missing);
            }
            byte[] code = removal.written.toByteArray();
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new UncheckedIOException("class must be read: class=" + name, e);
        }
    }

    /** Writes a class without trace points. */
    private static final class Removal extends ClassVisitor {
        private final ClassWriter written;

        /** Places that have not been seen so far. */
        private final Set<String> missing;

        Removal(Set<String> places) {
            this(new ClassWriter(0), places);
        }

        private Removal(ClassWriter writer, Set<String> places) {
            super(Opcodes.ASM9, writer);
            written = writer;
            missing = new TreeSet<>(places);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] errors) {
            return new Places(name, super.visitMethod(access, name, descriptor, generic, errors));
        }

        /** Puts constants where a tracer, or what comes before it, is asked for. */
        private final class Places extends MethodVisitor {
            private final String within;

            Places(String within, MethodVisitor method) {
                super(Opcodes.ASM9, method);
                this.within = within;
            }

            @Override
            public void visitMethodInsn(int code, String owner, String name, String descriptor, boolean isInterface) {
                if (name.equals(TRACER)) {
                    replace(name, Opcodes.ACONST_NULL);
                } else if (within.equals("deliver") && name.equals("isMarked")) {
                    visitInsn(Opcodes.POP);
                    replace(name, Opcodes.ICONST_0);
                } else if (name.equals("carries") && owner.equals(CELL)) {
                    replace(name, Opcodes.ICONST_0);
                } else {
                    super.visitMethodInsn(code, owner, name, descriptor, isInterface);
                }
            }

            @Override
            public void visitFieldInsn(int code, String owner, String name, String descriptor) {
                if (code == Opcodes.GETFIELD && owner.equals(CELL) && name.equals("mode")) {
                    replace(name, Opcodes.ICONST_0);
                } else if (code == Opcodes.GETFIELD && owner.equals(REMOTE) && name.equals("contexts")) {
                    replace(name, Opcodes.ACONST_NULL);
                } else {
                    super.visitFieldInsn(code, owner, name, descriptor);
                }
            }

            /** The owner of the method or field is on the stack. */
            private void replace(String place, int constant) {
                missing.remove(place);
                visitInsn(Opcodes.POP);
                visitInsn(constant);
            }
        }
    }
}
