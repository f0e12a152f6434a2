/** Abbreviations that are read by the names of their letters. */

/** Read letter by letter in any case, with a plural -s too; the dictionary has some of them as words. */
export const spelledWords = new Set(
  (
    'ai api amd apk arn asm ast aur bom bsd ca cd cdn cgi ci cms cn cpp cpu crm csp csrf csv cto cve cwd db dbms ddos ' +
    'dhcp dl dm dpi drm dsl dst ec eks eof eos faq fft fpga fps ftp gc gcp gdb gdpr gpg gpl gps gpu gsm hdd hdmi hmac hpc hr http ' +
    'id ide iis imap ip ipc irc isbn iso isp jdk jre js jvm kde kb kpi kvm lcd lhs llc llvm lsp lts lvm mb mcp md ' +
    'mfa mit ml mpi mq mtu mvc mvp nas nda nfc nfs nfs nlp ntp nvme oci ocr oem oid okr oop orm os osx otp pc pcb pci pcm pdf ' +
    'pgp pid plc pm png poc pr ps psd psu pty qa qps rbac rdf rdp rds rfc rfid rgb rgba rhs rnn roi rpc rpm rps rsa rss ' +
    'rtf rtmp rtp rtt rx s3 sasl scm scp sftp sgml sla slo smb sme smtp sms snmp soc sse ssd ssid ssl sso ssr sss stl stt svn ' +
    'tdd td tbd tcl tdp tid tld tpm tps tpu tts tty tv tx ucs udp uefi uid uk usb usa utc uwp vba vcs vfs vm vpc vpn vps ' +
    'aka asap aws bsd cli css dns eof fyi gcc gpt grpc gtk html http https io ios jq jsx jwt lgtm llm npm npx oom pgsql php pnpm psql pwd scss sdk ssh svg tcp tldr tls tsc tsx ui uri url uuid ux wip wsl xhtml xml xss zsh ' +
    'utf vr ms wcag wpa www xhr xl xmpp xsl yt zfs'
  ).split(' '),
);

/** Spelled only when written in capitals: in small letters they are words. */
export const spelledInCapitals = new Set(
  'US IT MR ETA AM PM UN WHO IDE LED ACL ALU AMI APL ASP ATM BBC BBS CRT DAC ECS EU FAA FBI FCC GMT HID HP IBM ICE ICU IR IV MIT NSA OP PA SAN SRE TA TI UPS VP EC EOL ERP ETL ESM ESP CIA CEO CFO COO CTO PHD BA MBA'.split(
    ' ',
  ),
);
