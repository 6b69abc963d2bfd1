// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Small pieces of byte code that the writers share. */
final class Bytecode {
    static final Type OBJECT = Type.getType(Object.class);
    static final Type OBJECTS = Type.getType(Object[].class);
    static final Type OUTLET = Type.getType(Outlet.class);
    static final Type CALL = Type.getType(Call.class);
    static final Type METHOD_INFO = Type.getType(MethodInfo.class);
    static final Type METHOD_INFOS = Type.getType(MethodInfo[].class);
    static final String SUPPORT = Type.getInternalName(ReferenceSupport.class);

    private Bytecode() {}

    /** A class without stack maps: methods are straight lines, except where a writer adds its frames itself. */
    static ClassWriter begin(String name, String parent, String... interfaces) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Opcodes.V17, access, name, null, parent, interfaces);
        return writer;
    }

    static MethodVisitor method(ClassWriter writer, int access, String name, String descriptor) {
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    static void end(MethodVisitor code, int returnOpcode) {
        code.visitInsn(returnOpcode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    static void load(MethodVisitor code, Type type, int slot) {
        code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
    }

    static void push(MethodVisitor code, int value) {
        if (value <= 5) {
            code.visitInsn(Opcodes.ICONST_0 + value);
        } else {
            code.visitIntInsn(value <= Byte.MAX_VALUE ? Opcodes.BIPUSH : Opcodes.SIPUSH, value);
        }
    }

    static void cast(MethodVisitor code, Type type) {
        if (!type.equals(OBJECT)) {
            code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        }
    }

    static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    /** Turns the primitive on the stack into an object. */
    static void box(MethodVisitor code, Type type) {
        if (isPrimitive(type)) {
            Type boxed = boxed(type);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    boxed.getInternalName(),
                    "valueOf",
                    Type.getMethodDescriptor(boxed, type),
                    false);
        }
    }

    /** Turns the object on the stack into a value of the type. */
    static void unbox(MethodVisitor code, Type type) {
        if (isPrimitive(type)) {
            Type boxed = boxed(type);
            cast(code, boxed);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    boxed.getInternalName(),
                    type.getClassName().concat("Value"),
                    Type.getMethodDescriptor(type),
                    false);
        } else {
            cast(code, type);
        }
    }

    private static Type boxed(Type type) {
        MethodType method = MethodType.fromMethodDescriptorString("()".concat(type.getDescriptor()), null);
        return Type.getType(method.wrap().returnType());
    }
}
