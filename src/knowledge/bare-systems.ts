/** Images that hold tools or a language and no program of their own: what two containers of one run is in their commands. */
const BARE_SYSTEM = /(^|\/)(busybox|alpine|debian|ubuntu|centos|fedora|rockylinux|almalinux|amazonlinux|ubi\d?|ubi-minimal|bash|python|node|ruby|perl|curl|alpine-curl|netshoot|toolbox)$/;

/** Whether an image, without its tag, has no program of its own. */
export function isBareSystem(repository: string): boolean {
  return BARE_SYSTEM.test(repository);
}
