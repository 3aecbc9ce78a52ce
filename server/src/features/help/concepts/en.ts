import type { ConceptWords } from './names'

export const en: ConceptWords = {
  change:
    'change*|edit*|update*|modif*|swap*|replac*|switch*|alter*|adjust*|redirect*|retarget*|repoint*|point*|different|instead|moved|move it|new address|rebrand*|renam*|set a new|put in the new|outdated|correct*',
  link: 'link*|url*|address*|destination*|target*|website*|web site|site|page*|webpage|goes|go to|leads|lead to|opens|instagram|landing|tiktok|homepage',
  printed:
    'printed|print|printing|sticker*|flyer*|poster*|leaflet*|already out|already on|menus|business card*|packaging|banner*|signs|sign|reprint*|cards|hung up|stuck|brochures',
  mistake: 'wrong|mistake*|typo*|oops|error in|incorrect*|messed up|accidentally|by accident|screwed',
  goBack:
    'back|undo|revert*|restor*|roll back|rollback|previous|earlier|old one|original|recover*|history|last version|bring back|get it back',
  pause:
    'pause*|turn off|switch off|disable*|deactivat*|stop* working|stop the code|temporar*|for a while|weekend|closed|unpause*|resume*|reactivat*|turn on|switch on|switch it back|inactive|offline|vacation|holiday*|renovation|suspend*|shut',
  cannot:
    'can’t|cannot|can not|cant|won’t|wont|doesn’t|doesnt|not able|unable|impossible|fail*|refus*|reject*|missing|greyed|grayed|locked|not possible|does not|don’t|dont|isn’t|isnt|no button|denied|not working|broken|won t|can t|doesn t|don t',
  keepScans: 'lose|lost my scans|wiped|wipe|affect*|keep the numbers|keep my scans|reset when',
  format:
    'png|svg|eps|vector*|format*|file type|jpg|jpeg|resolution format|illustrator|print shop|printer|printing house|print house|designer',
  download:
    'download*|save*|get the image|export the picture|as an image|get the file|to my phone|onto my|to my laptop|jpg of|image of my',
  blurry: 'blur*|fuzzy|pixel*|unsharp|not sharp|low quality|low resolution|jagged|grainy|blow it up|enlarg*',
  asksBefore: 'ask* me|ask* before|confirmation|are you sure|warning when i download|warns',
  again: 'again|need a new|have to be replaced|reprint*|redo|re-download',
  dynamicOrStatic:
    'static|dynamic|never expire*|expire*|editable|permanent|kind of code|type of code|which type|which kind|forever|difference',
  create:
    'create*|make|making|build*|generat*|new code|new qr|qr for|code for|qr that|a qr|set up a code|start with',
  contentType:
    'wifi|wi-fi|vcard|contact card|business card|google map*|maps|review*|facebook|instagram|whatsapp|phone number|sms|email address|join our|location|calendar|google form*|youtube|linkedin',
  ownId:
    'own short link|short link|short url|custom url|custom link|vanity|own id|custom id|slug|end of the link|end with|brand name in the|pick the name',
  account:
    'account|sign up|signup|register*|registration|log in first|login first|without an account|without login|without signing|sign in to|trial|try it',
  beforePrinting:
    'before i print|before printing|before we print|about to send|about to print|anything i should check|checklist|send to print|test print|proof',
  design:
    'look|looks|style*|design*|shape*|dots|corners|round*|pretty|prettier|customi*|appearance|template*|theme|eyes|fancy',
  logo: 'logo*|icon|emblem|picture in the middle|photo in the middle|in the middle|in the centre|in the center|our brand in',
  colour:
    'colour*|color*|dark|light|black|white|yellow|red|blue|navy|gold|silver|pink|green|gradient|background|invert*|contrast',
  frame:
    'frame*|scan me|caption|call to action|text under|text below|words under|label under|under it|around it|write something',
  hardToScan:
    'hard to scan|difficult to scan|scan quality|quality check|design warning|complains|scannab*|says hard|unreadable design|low score',
  reset:
    'reset*|start over|from scratch|back to black|remove all styl*|default look|plain black|zero|start again|clear the',
  size: 'big|large|small|size*|cm|mm|inch*|metre*|meter*|distance|far|tiny|minimum|how wide|dimension*|billboard|window|close|smaller',
  material:
    'paper|glossy|matt|matte|glass|mug|shirt|fabric|wood|metal|plastic|foil|curved|transparent|laminat*|engrav*|material*|surface|bottle|window film|shiny|vinyl|cup|textile|cloth',
  border:
    'border*|margin*|quiet zone|white edge|blank edge|blank space|white space|empty space|crop*|cut off|trim*|white frame|whitespace|edge',
  doesNotScan:
    'doesn’t scan|does not scan|won’t scan|not scanning|cannot be scanned|can’t be read|camera*|nothing happens|nothing pops|nothing opens|not readable|don’t read|unreadable|phones|doesn’t recogni*|not recogni*|scanner|doesn t scan|can’t scan|fails to scan|scan fails|nothing comes',
  pdf: 'pdf*|document*|file|brochure|catalog*|price list|booklet',
  replaceFile:
    'replace the file|replace the pdf|new pdf|new version|newer version|updated pdf|upload the new|swap the document|new file|swap the file|newest version',
  oldFile: 'old file|old pdf|previous file|last month’s|earlier version|older version|previous version',
  privacy:
    'private|public|who can|confidential|secret|see the document|protected|password protect*|access to|visible to',
  upload: 'upload*|too large|too big|10 mb|file size|mb',
  scans:
    'scan|scans|scanned|scanning|statistics|stats|analytics|visitors|visits|clicks|hits|views|numbers|figures|count*|report*|chart*|traffic',
  where: 'where|how do i see|view|see|find out|show me',
  unique: 'unique*|same person|twice|distinct|total|repeat*|returning',
  notCounted:
    'not counted|wasn’t counted|isn’t counted|not going up|stuck|still 0|says 0|zero|shows 0|missing scans|too low|counter|doesn’t increase|not increas*|didn’t count|not show up|not showing',
  googleAnalytics: 'google analytics|ga4|tracking id|tracking|gtag|utm|pixel|tag manager',
  weekly:
    'weekly|every week|monday*|each week|newsletter|digest|summary|every monday|once a week|regular report',
  email: 'email*|e-mail*|mail|inbox|mails',
  unsubscribe: 'stop the|stop sending|unsubscribe|opt out|turn off the email|no more',
  many: 'many|bulk|hundred*|dozens|thousand*|batch*|at once|all codes|all my codes|every table|each table|per table|per room|each room|every room|one for each|120|100|50|200|500|mass|several|multiple|30|40|whole list|in one go|all at the same|all links|all urls|lots of|series|different codes|rooms|tables|seats',
  spreadsheet:
    'excel|spreadsheet*|csv|xlsx|google sheet*|guest list|list of|paste*|rows|column*|import a csv|sheet|a list',
  labels:
    'label*|avery|stickers on|sticker sheet*|table tent*|tent*|print all|sheet of|zip|a4|many on one page|name tag*|badge*|tags',
  moveIn:
    'bitly|bit.ly|qr tiger|flowcode|uniqode|qr code generator|another provider|other provider|another service|other service|competitor|old provider|old service|import*|migrat*|move from|moving from|switch from|switching from|coming from|come over|transfer*|change provider|qrco.de|provider',
  columns: 'column*|heading*|header*|not recogni*|mapping|map the',
  leave:
    'leave|leaving|take our codes|take my codes|take the codes|lock-in|locked in|move away|elsewhere|export all|export my|away later|exit|quit|own server|cancel and keep',
  dns: 'dns|a record|txt|cname|ttl|nameserver*|cloudflare|record*|propagat*|godaddy',
  domain:
    'domain*|own address|our address|subdomain|branded|company name in the link|our own url',
  notVerified: 'not verified|pending|verif*|still says|unverified|not confirmed|verification',
  certificate: 'ssl|certificate*|https|tls|not secure|secure connection|padlock',
  oldLink:
    'old link*|old sticker*|old url|printed link|second link|two links|alias|path|additional link|extra link|another link|old path|old address|also open|open this code too',
  domainGivenUp:
    'give up the domain|domain expires|stop using the domain|without the domain|domain runs out|lose the domain|remove the domain|sell the domain|drop the domain',
  password: 'password*|passcode|login*|log in|sign in|log me|signed in|logged in',
  forgot:
    'forgot*|forget|can’t remember|don’t remember|lost my password|reset my password|locked out|can’t log in|cannot log in|can’t sign in|can’t get in',
  passkey:
    'passkey*|fingerprint|face id|biometric*|two-factor|two factor|2fa|mfa|authenticator|two-step|otp|security key|windows hello|touch id',
  lostPhone:
    'lost the phone|lost my phone|new phone|phone stolen|broken phone|phone was stolen|phone broke|recovery code*|lost phone|lost my passkey|stole my phone|phone died|lost',
  devices:
    'everywhere|all devices|other devices|sign out|log out|somebody else|someone else|hacked|sessions|other computer|logged in on|shared computer|old laptop|ex employee|former employee',
  remove: 'delet*|remov*|erase*|gone|disappear*|trash|bin',
  ownData:
    'my data|gdpr|personal data|export everything|delete my account|close my account|close the account|cancel my account|account deletion|copy of my data|all my data|privacy request|everything you have',
  safe: 'safe*|suspicious|scam|phishing|fraud*|malicious|virus|where a code leads|preview|trust|legit|check a code|fake',
  reported:
    'reported|taken down|take down|blocked|flagged|banned|abuse|warning before|report against|someone reported',
  addressWarning:
    'warning about|look-alike|lookalike|address warning|weird address|address looks|suspicious address|says the address',
  pay: 'pay|paying|payment*|paid|top up|topup|wallet|money|buy|purchase|charge*|balance|checkout|cost',
  bankTransfer: 'bank transfer|bank|transfer|vietqr|account number|transfer description|reference|iban|wire',
  card: 'card|credit card|visa|mastercard|momo|vnpay|paypal|stripe|apple pay|debit card|cash|zalopay|e-wallet|pay with',
  notArrived:
    'not arrived|didn’t arrive|hasn’t arrived|nothing happened|still free|still on free|still unpaid|not activated|not active|not credited|charged but|deducted|pending payment|money gone|never came|haven’t received|not upgraded|still waiting|still shows free|still on the free',
  overpaid: 'too much|twice|overpaid|double|too late|wrong amount|late transfer|extra money|refund*',
  plan: 'plan*|subscription*|tier|package|premium|pro|upgrade*|downgrade*|limit*|quota|billing|membership|free version',
  upgrade: 'upgrade*|more codes|bigger|higher plan|increase*|larger plan|need more',
  downgrade: 'downgrade*|cheaper|smaller plan|lower plan|go down|reduce my plan|basic plan',
  unpaid:
    'stop paying|not pay|don’t pay|cancel*|expire*|subscription ends|plan ends|runs out|late payment|past due|miss a payment|forget to pay|don’t renew|no longer pay|grace|unsubscribe from plan|let it lapse|overdue|lapse*',
  used: 'left|remaining|used|how many codes can|how many can i|usage|my limit*|allowance',
  tokens: 'token*|assistant limit|chat limit|ai credits',
  invoice: 'invoice*|bill|bills|receipt*|billing document|tax invoice',
  taxCode:
    'tax|vat|company name|tax id|tax code|company details|billing details|accountant|gst|tax number|company on',
  invoiceLanguage: 'in english|language of the invoice|language',
  when: 'when',
  planDate: 'when does|expire|renew*|renewal|next payment|end date|due date|until when|run until',
  best: 'most|best|top|popular|ranking|highest|performs|busiest|winner',
  period: 'today|yesterday|this week|last week|this month|last month|past week|so far|per day|tonight',
  howMany: 'how many|how often|number of|how much',
}
