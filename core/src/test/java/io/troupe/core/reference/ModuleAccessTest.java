// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.SpawnRefusedException;
import java.lang.invoke.MethodHandles;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;

/** An actor type in a named module that exports its package, but does not open it. */
class ModuleAccessTest {
    @TempDir
    Path directory;

    private ModuleLayer.Controller layer;
    private Module module;
    private Class<?> api;

    @BeforeEach
    void writeModule() throws Exception {
        Path pack = Files.createDirectories(directory.resolve("closed"));
        Files.write(directory.resolve("module-info.class"), moduleInfo());
        Files.write(pack.resolve("Api.class"), api());
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(directory), ModuleFinder.of(), Set.of("user.mod"));
        layer = ModuleLayer.defineModulesWithOneLoader(
                configuration, List.of(ModuleLayer.boot()), getClass().getClassLoader());
        module = layer.layer().findModule("user.mod").orElseThrow();
        layer.addReads(module, getClass().getModule());
        api = Class.forName(module, "closed.Api");
    }

    @Test
    void shouldSayWhatToOpenAndSucceedOnceItIsOpen() {
        assertThatThrownBy(() -> ReferenceType.of(api, null))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessageContaining("package=closed, module=user.mod")
                .hasMessageContaining("'opens closed to io.troupe.core'")
                .hasMessageContaining("ActorOptions.lookup");
        layer.addOpens(module, "closed", ReferenceType.class.getModule());
        assertThat(ReferenceType.of(api, null).newReference(new FakeOutlet())).isInstanceOf(api);
    }

    @Test
    void shouldTakeALookupInsteadOfAnOpenPackage() throws Exception {
        MethodHandles.Lookup lookup =
                (MethodHandles.Lookup) api.getMethod("lookup").invoke(null);
        assertThatThrownBy(() -> ReferenceType.of(api, MethodHandles.publicLookup()))
                .isInstanceOf(SpawnRefusedException.class);
        Object reference = ReferenceType.of(api, lookup).newReference(new FakeOutlet());
        assertThat(reference).isInstanceOf(api);
        api.getMethod("hit", int.class).invoke(reference, 7);
        assertThat(FakeOutlet.of(reference).only().arguments()).containsExactly(7);
        assertThat(ReferenceType.of(api, null).type()).isEqualTo(api);
        assertThat(ReferenceType.ofReference(reference)).isSameAs(ReferenceType.of(api, lookup));
    }

    private static byte[] moduleInfo() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_MODULE, "module-info", null, null, null);
        ModuleVisitor info = writer.visitModule("user.mod", 0, null);
        info.visitRequire("java.base", Opcodes.ACC_MANDATED, null);
        info.visitExport("closed", 0);
        info.visitEnd();
        return writer.toByteArray();
    }

    private static byte[] api() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
        writer.visit(Opcodes.V17, access, "closed/Api", null, "java/lang/Object", null);
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "hit", "(I)V", null, null)
                .visitEnd();
        String result = "()Ljava/lang/invoke/MethodHandles$Lookup;";
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "lookup", result, null, null);
        code.visitCode();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/invoke/MethodHandles", "lookup", result, false);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        return writer.toByteArray();
    }
}
